import type { PurchaseType } from '../../../worker/features/payments/contract.ts'

export type Wish = { productId: number; purchaseType: PurchaseType }

/** The address of the checkout of this product. */
export function checkoutPath({ productId, purchaseType }: Wish): string {
  return `/checkout?${new URLSearchParams({ productId: String(productId), purchaseType })}`
}

export const purchaseTypeOf = (product: { isSubscription: boolean }): PurchaseType =>
  product.isSubscription ? 'subscription' : 'one-time'
