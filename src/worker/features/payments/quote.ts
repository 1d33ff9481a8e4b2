import type { PurchaseType } from './contract.ts'

export type Quote = { originalCents: number; discountCents: number; amountCents: number }

/** What a product costs as this kind of purchase, or why it is not sold that way. */
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
