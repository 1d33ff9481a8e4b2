import { toCents } from '#shared/core/money.ts'
import { MINUTE } from '#shared/core/time.ts'
import type { PurchaseType } from '#shared/payments/contract.ts'
import { emailKey } from '../../../core/email-address.ts'
import { lifetimeOf } from '../rules.ts'

/**
 * Whether the buyer can still be sent to this payment's page. Where there is no page yet, one can be opened as long as
 * the provider accepts its expiry, which must be at least 30 minutes ahead (checked with a margin of one minute).
 */
export function isPayable(
  payment: {
    createdAt: number
    couponId: number | null
    creditCents?: number
    hostedUrl: string | null
    expiresAt: number | null
    flaggedReason: string | null
  },
  now: number,
): boolean {
  if (payment.flaggedReason !== null) return false
  if (payment.hostedUrl === null) return now < payment.createdAt + lifetimeOf(payment) - 31 * MINUTE
  return payment.expiresAt === null || payment.expiresAt > now
}

/** Whether the receipt goes to the same mailbox, and the money to the same provider. */
export const isSameBuyer = (
  payment: { email: string | null; paymentProvider: string },
  { email, provider }: { email: string; provider: string },
): boolean => payment.paymentProvider === provider && emailKey(payment.email ?? '') === emailKey(email)

/** Whether the buyer was shown another price (USD) than this open payment has. */
export const isOtherPrice = (
  { status, amountCents }: { status: string; amountCents: number },
  { finalAmount }: { finalAmount?: number | null | undefined },
): boolean => status === 'pending' && finalAmount != null && toCents(finalAmount) !== amountCents

/** Whether both bundles contain the same products; null: no bundle. */
export const isSameList = (one: readonly number[] | null, other: readonly number[] | null): boolean =>
  String(one) === String(other)

export const purchaseTypeOf = (product: { isSubscription: boolean }): PurchaseType =>
  product.isSubscription ? 'subscription' : 'one-time'

export type Quote = { originalCents: number; discountCents: number; amountCents: number }

/** The price of a product for this purchase type, or the reason why it is not sold that way. */
export function quote(
  product: { priceCents: number; isSubscription: boolean },
  purchaseType: PurchaseType,
): { ok: true; value: Quote } | { ok: false; reason: 'one-time-only' | 'subscription-only' } {
  if (product.isSubscription !== (purchaseType === 'subscription')) {
    return { ok: false, reason: product.isSubscription ? 'subscription-only' : 'one-time-only' }
  }
  return {
    ok: true,
    value: { originalCents: product.priceCents, discountCents: 0, amountCents: product.priceCents },
  }
}
