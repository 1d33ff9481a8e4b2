import type { Db } from '../../db/client.ts'
import { type Coupon, isFreeWith } from './rules.ts'
import { findCheapest } from './store.ts'

/** Whether the coupon makes any product free that the shop sells now. The cheapest one decides. */
export async function givesAway(db: Db, coupon: Coupon): Promise<boolean> {
  if (!coupon.isActive) return false
  const cheapest = await findCheapest(db, coupon)
  return cheapest !== undefined && isFreeWith(coupon, cheapest)
}
