import type { Access } from '#shared/access/rules.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { MINUTE } from '#shared/core/time.ts'
import type { CollectingProvider, PurchaseType } from '#shared/payments/contract.ts'
import type { CurrentSubscription } from '../../subscriptions/subscription-state.ts'
import { CHECKOUT_LIFETIME_MS } from '../rules.ts'

/**
 * Whether the buyer can still be sent to this payment's page. Where there is no page yet, one can be opened as long as
 * the provider accepts its expiry, which must be at least 30 minutes ahead (checked with a margin of 5 minutes).
 */
export function isPayable(
  payment: {
    createdAt: number
    hostedUrl: string | null
    expiresAt: number | null
    flaggedReason: string | null
  },
  now: number,
): boolean {
  if (payment.flaggedReason !== null) return false
  if (payment.hostedUrl === null) return now < payment.createdAt + CHECKOUT_LIFETIME_MS - 35 * MINUTE
  return payment.expiresAt === null || payment.expiresAt > now
}

/**
 * The reason why a buyer should not pay again; null where they may. `current`: their subscription to this product that
 * has not ended, even where it gives no access now: while one waits for its payment, no second one is sold.
 */
export function refuseRepeat(
  access: Access | null,
  now: number,
  current: CurrentSubscription | null = null,
  provider: CollectingProvider = 'stripe',
): string | null {
  if (access?.source === 'lifetime') return 'Your Lifetime plan already includes this product.'
  if (current?.prepaid) {
    // Prepaid months add up; a card would be charged while they run.
    if (provider !== 'stripe') return null
    return `Your prepaid month runs until ${formatDay(current.currentPeriodEnd)}. Renew it with crypto, or subscribe by card after that day.`
  }
  if (current && access === null) {
    return 'Your subscription to this product is waiting for its payment. Update your card in your dashboard, or cancel it there first.'
  }
  if (access?.source === 'subscription' || current) {
    return 'You already have an active subscription to this product.'
  }
  if (access?.source === 'purchase' && (access.updatesUntil === null || access.updatesUntil > now)) {
    return 'You already own this product. It is in your dashboard.'
  }
  // Premium opens a product only while Premium runs; a bought product stays open after that.
  return null
}

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
