import type { CouponView } from '#shared/coupons/contract.ts'

/** The label of each discount type, in the order of the form. */
export const DISCOUNT_LABELS: Record<CouponView['discountType'], string> = {
  percentage: 'Percentage',
  fixed_amount: 'Fixed amount',
  free_product: 'Free product',
}

/** The label of each group of people that a coupon is for, in the order of the form. */
export const AUDIENCE_LABELS: Record<CouponView['audience'], string> = {
  everyone: 'Everyone',
  new_customers: 'New customers: a first paid order',
  owners: 'Owners of certain products',
}

/** The label of each group of products that a coupon applies to, in the order of the form. */
export const SCOPE_LABELS: Record<CouponView['appliesTo'], string> = {
  all: 'All products',
  specific_scripts: 'Specific products',
  subscriptions: 'Subscriptions',
  one_time: 'One-time purchases',
}
