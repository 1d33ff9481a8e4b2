import type { ShopDeps } from '../../../http/shop-deps.ts'
import { findReleasedUse } from '../../coupons/find-released-use.ts'
import { LATE_CREDIT_MS, type Source } from '../rules.ts'
import { findOpen, type Payment, type PaymentWithProduct } from '../store.ts'
import { findCredit } from '../upgrades/find-credit.ts'
import { type Decision, mayHaveLostUse, type Settled } from './rules.ts'
import { writeLatePrice } from './write-settlement.ts'

type Late = { decision: Decision; closeOrder: (open: PaymentWithProduct) => Promise<Settled> }

/**
 * Handles money that arrived for a closed crypto order whose coupon use was released: the order takes the use again, or
 * costs the full price where none is left. True where a write was made, or was refused because another handler changed
 * the payment first: the payment must be read and observed again.
 */
export async function priceLatePayment(
  deps: ShopDeps,
  payment: Payment,
  { decision, closeOrder }: Late,
  source: Source,
  now: number,
): Promise<boolean> {
  if (!mayHaveLostUse(payment, decision)) return false
  if (payment.creditCents > 0) return priceLateUpgrade(deps, payment, source, now)
  const released = await findReleasedUse(deps.db, payment.id)
  if (!released) return false
  const mayFreeOwn = !released.hasRoom && decision.do === 'settle'
  if (mayFreeOwn && (await freeOwnUse(deps, payment, closeOrder))) return true
  await writeLatePrice(deps.db, payment, released, source, now)
  return true
}

/**
 * A late upgrade keeps its price for three days, as long as there is time of Premium to credit. Later it costs the full
 * price: the days that were credited have been used.
 */
async function priceLateUpgrade(
  deps: ShopDeps,
  payment: Payment,
  source: Source,
  now: number,
): Promise<boolean> {
  const { userId, scriptId, originalCents, createdAt } = payment
  const product = { id: scriptId, priceCents: originalCents }
  const keeps = userId !== null && now < createdAt + LATE_CREDIT_MS
  if (keeps && (await findCredit(deps.db, userId, product, now)) !== null) return false
  await writeLatePrice(deps.db, payment, { hasRoom: false }, source, now)
  return true
}

/**
 * The whole price of a late order has arrived: closes another unpaid order of the same buyer and product, which has
 * reserved the coupon use that the late order needs. True where that order was closed, so that its use is free.
 */
async function freeOwnUse(
  deps: ShopDeps,
  { userId, scriptId, couponId }: Payment,
  closeOrder: Late['closeOrder'],
): Promise<boolean> {
  if (userId === null) return false
  const open = await findOpen(deps.db, userId, scriptId)
  if (open?.payment.couponId !== couponId || open.payment.receivedCents > 0) return false
  if (open.payment.flaggedReason !== null) return false
  return (await closeOrder(open)).outcome === 'closed'
}
