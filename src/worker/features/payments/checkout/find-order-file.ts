import type { OrderView } from '#shared/payments/contract.ts'
import { Problem } from '../../../core/problem.ts'
import { readRunFacts, selectRunFacts } from '../../../db/run-facts.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { type Claimant, findDownload } from '../../downloads/find-download.ts'
import { wasMade } from '../rules.ts'
import type { PaymentSeen } from '../store.ts'

/** The file of a paid order for its buyer: null where it has none, or where the order gives no access any more. */
export async function findOrderFile(
  { db, config }: ShopDeps,
  { payment }: PaymentSeen,
  claimant: Claimant,
  now: number,
): Promise<OrderView['file']> {
  if (!wasMade(payment.status)) return null
  try {
    const { scriptId } = payment
    const { release } = await findDownload(db, scriptId, undefined, claimant, config.linkSigningKey, now)
    const { fileName: name, version, fileSize: size, sha256, logIndex } = release
    const [facts] = await selectRunFacts(db, release.id)
    return { name, version, size, sha256, isLogged: logIndex !== null, run: readRunFacts(facts?.run ?? null) }
  } catch (error) {
    // Refunded, or the product has no file yet: the page shows the order without a button.
    if (error instanceof Problem) return null
    throw error
  }
}
