import type { CouponOffer } from '../../../worker/features/coupons/contract.ts'
import { formatUsd } from '../../ui/format-usd.ts'

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
