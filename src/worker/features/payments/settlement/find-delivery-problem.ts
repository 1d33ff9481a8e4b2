import type { Db } from '../../../db/client.ts'
import { inList } from '../../../db/in-list.ts'
import { scripts } from '../../../db/schema/catalogue.ts'
import { selectProducts } from '../../catalogue/read-products.ts'
import { grantedProducts } from '../repeat-purchase-rules.ts'
import { CREDIT_LOST, NO_FILE, REMOVED } from '../rules.ts'
import type { Payment } from '../store.ts'
import { isCreditLost } from '../upgrades/find-credit.ts'

/** The reason why a person must review this payment though its amount is right; null where there is none. */
export async function findDeliveryProblem(
  db: Db,
  payment: Pick<
    Payment,
    'scriptId' | 'bundledIds' | 'subscriptionId' | 'upgradedSubscriptionId' | 'createdAt'
  >,
  now: number,
): Promise<string | null> {
  const { scriptId, subscriptionId } = payment
  const granted = grantedProducts(payment)
  const rows = await selectProducts(db, now).where(inList(scripts.id, [scriptId, ...granted]))
  const hasFile = (id: number) => rows.some(({ script, release }) => script.id === id && release.id !== null)
  if (!granted.every(hasFile)) return NO_FILE
  // A subscription to a removed product continues: its renewals are no new sales.
  if (rows.some(({ script }) => script.isDeleted) && subscriptionId === null) return REMOVED
  return (await isCreditLost(db, payment)) ? CREDIT_LOST : null
}
