import { formatUsd } from '#shared/core/money.ts'
import type { CouponOffer } from '#shared/coupons/contract.ts'

/** `20% off`, `$5.00 off` or `Free`. */
export function discountLabel({ discountType, discountValue }: CouponOffer['coupon']): string {
  switch (discountType) {
    case 'percentage':
      return `${Number((discountValue * 100).toFixed(2))}% off`
    case 'fixed_amount':
      return `${formatUsd(discountValue)} off`
    case 'free_product':
      return 'Free'
  }
}
