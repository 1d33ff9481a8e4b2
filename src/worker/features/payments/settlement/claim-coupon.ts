import { eq, sql } from 'drizzle-orm'
import type { Db, Write } from '../../../db/client.ts'
import { coupons } from '../../../db/schema/coupons.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { claimUse, countCardUses } from '../../identity/claim-use.ts'
import { claimFirstOrder } from '../../identity/first-order.ts'
import { couponOffer } from '../../identity/marks-rules.ts'
import type { Paid } from '../rules.ts'
import type { Payment } from '../store.ts'

/**
 * The uses that one card has: the coupon's limit per person, or the number that this order's use had when it was
 * reserved. An admin may have lowered the limit since, and the order keeps the price that it was promised.
 */
const limitOf = (couponId: number, paymentId: number) =>
  sql`max((select c.max_uses_per_user from coupons c where c.id = ${couponId}),
    coalesce((select max(u.account_use, u.identity_use) from coupon_usages u where u.payment_id = ${paymentId}), 1))`

/**
 * Why this payment is refunded instead of delivered: its card has used the coupon for another account. Null: it has not,
 * or the order has no discount.
 */
export async function refuseReusedCoupon(
  deps: ShopDeps,
  { id, couponId, discountCents }: Payment,
  { card = null }: Paid,
): Promise<string | null> {
  if (couponId === null || discountCents === 0 || card === null) return null
  const offer = couponOffer(couponId)
  const [uses, limit] = await Promise.all([
    countCardUses(deps, { offer, card, paymentId: id }),
    readLimit(deps.db, couponId, id),
  ])
  return uses < limit ? null : 'This card has used the coupon before, for another account'
}

async function readLimit(db: Db, couponId: number, paymentId: number): Promise<number> {
  const [row] = await db.all<{ uses: number | null }>(sql`select ${limitOf(couponId, paymentId)} as uses`)
  return row?.uses ?? 1
}

/** The writes that record the use of this payment's coupon under the marks of its person, after the use itself. */
export async function claimCoupon(
  deps: ShopDeps,
  { id: paymentId, userId, couponId, discountCents }: Payment,
  { card = null }: Paid,
  now: number,
): Promise<Write[]> {
  if (couponId === null || discountCents === 0) return []
  const use = { offer: couponOffer(couponId), userId, card, paymentId }
  const writes = await claimUse(deps, use, limitOf(couponId, paymentId), now)
  const isForNew = await readIsForNew(deps.db, couponId)
  return isForNew ? [...writes, ...(await claimFirstOrder(deps, use, now))] : writes
}

async function readIsForNew(db: Db, couponId: number): Promise<boolean> {
  const [coupon] = await db
    .select({ audience: coupons.audience })
    .from(coupons)
    .where(eq(coupons.id, couponId))
  return coupon?.audience === 'new_customers'
}
