import type { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { HostedPlan, PurchaseType } from '#shared/payments/contract.ts'

export type Plan = {
  id: number
  /** The plan's key in the list of pay pages outside the shop. */
  hosted: HostedPlan
  name: string
  /** The price shown until the catalogue has loaded. */
  usd: number
  per?: 'month'
  purchaseType: PurchaseType
  popular: boolean
  bestFor: string
  included: readonly string[]
  missing: readonly string[]
}

export const PREMIUM: Plan = {
  // The contract's id, checked by type only, so that the page does not load zod.
  id: 2 satisfies typeof PREMIUM_ID,
  hosted: 'premium',
  name: 'Premium',
  usd: 29.99,
  per: 'month',
  purchaseType: 'subscription',
  popular: true,
  bestFor: 'Best for active airdrop farmers',
  included: ['Unlimited script downloads', 'Ongoing updates', 'Priority email support', 'Priority support'],
  missing: ['Custom scripts', 'Private community'],
}

export const LIFETIME: Plan = {
  id: 12 satisfies typeof LIFETIME_ID,
  hosted: 'lifetime',
  name: 'Lifetime',
  usd: 299.99,
  purchaseType: 'one-time',
  popular: false,
  bestFor: 'Best for professional airdrop hunters',
  included: [
    'Unlimited downloads',
    'Lifetime updates',
    'Dedicated support manager',
    'Priority support',
    '2 free custom scripts',
    'Private community access',
  ],
  missing: [],
}
