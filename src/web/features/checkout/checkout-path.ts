import type { PurchaseType } from '#shared/payments/contract.ts'

export type CheckoutParams = {
  productId: number
  purchaseType: PurchaseType
  /** The preselected payment method. Without it: card. */
  method?: 'crypto' | undefined
  /** `no`: without the product's free days. */
  trial?: 'no' | undefined
}

/** The address of the checkout of this product. */
export function checkoutPath({ productId, purchaseType, method, trial }: CheckoutParams): string {
  const query = new URLSearchParams({
    productId: String(productId),
    purchaseType,
    ...(method && { method }),
    ...(trial && { trial }),
  })
  return `/checkout?${query}`
}

export const purchaseTypeOf = (product: { isSubscription: boolean }): PurchaseType =>
  product.isSubscription ? 'subscription' : 'one-time'
