import type { ACCESS_SOURCES } from '#shared/access/contract.ts'
import { UPDATE_MONTHS } from '#shared/access/rules.ts'
import type { Product } from '#shared/catalogue/contract.ts'

export type PurchaseTerms = { payment: string; updates: string; devices: string }

type Sold = Pick<Product, 'tier' | 'isSubscription'>

/** The terms of a purchase of this product. The numbers are from the specification's FAQ. */
export function purchaseTerms({ tier, isSubscription }: Sold, hasCrypto: boolean): PurchaseTerms {
  return {
    payment: isSubscription
      ? hasCrypto
        ? 'By card: renews monthly, cancel anytime. By crypto: one month.'
        : 'Renews monthly, cancel anytime.'
      : 'One payment. It does not renew.',
    updates: updatesOf(tier, isSubscription),
    devices: isSubscription ? 'Up to 5 devices at once' : '2 devices on the same IP address',
  }
}

function updatesOf(tier: Product['tier'], isSubscription: boolean): string {
  if (tier === 'lifetime') return 'Every script and all later updates, for life'
  if (tier === 'premium') return 'Every script and all updates while you subscribe'
  if (isSubscription) return 'All updates while you subscribe'
  return `${UPDATE_MONTHS} months of updates. Every version released in that time stays yours`
}

/** The terms of a user's access to a product: those of the product that was bought, which may be a plan. */
export function ownedTerms(
  product: Sold,
  source: (typeof ACCESS_SOURCES)[number],
  hasCrypto: boolean,
): PurchaseTerms {
  switch (source) {
    case 'premium':
      return purchaseTerms({ tier: 'premium', isSubscription: true }, hasCrypto)
    case 'lifetime':
      return purchaseTerms({ tier: 'lifetime', isSubscription: false }, hasCrypto)
    case 'subscription':
      return purchaseTerms({ tier: product.tier, isSubscription: true }, hasCrypto)
    case 'purchase':
      return purchaseTerms({ tier: product.tier, isSubscription: false }, hasCrypto)
  }
}
