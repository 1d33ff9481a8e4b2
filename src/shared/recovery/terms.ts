export const FINDING_KINDS = [
  'paid-no-access',
  'access-not-paid',
  'refunded-still-active',
  'commission-without-sale',
  'sale-without-commission',
  'ledger-off',
  'coupon-off',
  'needs-attention',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]
