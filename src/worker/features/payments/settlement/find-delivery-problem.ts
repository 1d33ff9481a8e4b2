import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { scripts } from '../../../db/schema/catalogue.ts'
import { selectProducts } from '../../catalogue/read-products.ts'
import { CREDIT_LOST, NO_FILE, REMOVED } from '../rules.ts'
import type { Payment } from '../store.ts'
import { isCreditLost } from '../upgrades/find-credit.ts'

/** The reason why a person must review this payment though its amount is right; null where there is none. */
export async function findDeliveryProblem(
  db: Db,
  payment: Pick<Payment, 'scriptId' | 'subscriptionId' | 'upgradedSubscriptionId' | 'createdAt'>,
  now: number,
): Promise<string | null> {
  const { scriptId, subscriptionId } = payment
  const [row] = await selectProducts(db, now).where(eq(scripts.id, scriptId)).limit(1)
  if (!row || row.release.id === null) return NO_FILE
  // A subscription to a removed product continues: its renewals are no new sales.
  if (row.script.isDeleted && subscriptionId === null) return REMOVED
  return (await isCreditLost(db, payment)) ? CREDIT_LOST : null
}
