import type { Db } from '../../../db/client.ts'
import { inList } from '../../../db/in-list.ts'
import { scripts } from '../../../db/schema/catalogue.ts'
import { selectProducts } from '../../catalogue/read-products.ts'
import { grantedProducts } from '../repeat-purchase-rules.ts'
import { CREDIT_LOST, NO_FILE, REMOVED } from '../rules.ts'
import type { Payment } from '../store.ts'
import { isCreditLost } from '../upgrades/find-credit.ts'

type Order = Pick<
  Payment,
  'scriptId' | 'bundledIds' | 'subscriptionId' | 'upgradedSubscriptionId' | 'createdAt'
>

/** The products of an order with their files, for a batch. */
export const selectOrdered = (db: Db, order: Pick<Order, 'scriptId' | 'bundledIds'>, now: number) =>
  selectProducts(db, now).where(inList(scripts.id, [order.scriptId, ...grantedProducts(order)]))

export type OrderedProducts = Awaited<ReturnType<typeof selectOrdered>>

/**
 * The reason why a person must review this payment though its amount is right; null where there is none. `rows`: of
 * `selectOrdered`.
 */
export async function findDeliveryProblem(
  db: Db,
  payment: Order,
  rows: OrderedProducts,
): Promise<string | null> {
  const { subscriptionId } = payment
  const granted = grantedProducts(payment)
  const hasFile = (id: number) => rows.some(({ script, release }) => script.id === id && release.id !== null)
  if (!granted.every(hasFile)) return NO_FILE
  // A subscription to a removed product continues: its renewals are no new sales.
  if (rows.some(({ script }) => script.isDeleted) && subscriptionId === null) return REMOVED
  return (await isCreditLost(db, payment)) ? CREDIT_LOST : null
}
