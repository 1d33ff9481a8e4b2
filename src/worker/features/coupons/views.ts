import { toUsd } from '#shared/core/money.ts'
import { toIso } from '#shared/core/time.ts'
import type { CouponUsage, CouponUse, CouponView } from '#shared/coupons/contract.ts'
import type { couponUsages } from '../../db/schema/coupon-usages.ts'
import type { CouponRow, UsageRow } from './store.ts'

/** A fixed amount in dollars, a percentage as its fraction. */
export const shownValue = ({
  discountType,
  discountValue,
}: Pick<CouponRow, 'discountType' | 'discountValue'>): number =>
  discountType === 'fixed_amount' ? toUsd(discountValue) : discountValue

export const toCouponView = (coupon: CouponRow): CouponView => ({
  id: coupon.id,
  code: coupon.code,
  discountType: coupon.discountType,
  discountValue: shownValue(coupon),
  description: coupon.description,
  startDate: toIso(coupon.startDate),
  endDate: coupon.endDate === null ? null : toIso(coupon.endDate),
  maxUses: coupon.maxUses,
  usageCount: coupon.currentUses,
  maxUsesPerUser: coupon.maxUsesPerUser,
  minPurchaseAmount: toUsd(coupon.minPurchaseCents),
  isActive: coupon.isActive,
  appliesTo: coupon.appliesTo,
  specificScriptIds: coupon.specificScriptIds,
  audience: coupon.audience,
  ownerScriptIds: coupon.ownerScriptIds,
  createdBy: coupon.createdBy,
  createdAt: toIso(coupon.createdAt),
  updatedAt: toIso(coupon.updatedAt),
})

export const toCouponUse = (use: typeof couponUsages.$inferSelect): CouponUse => ({
  id: use.id,
  couponId: use.couponId,
  userId: use.userId,
  paymentId: use.paymentId,
  subscriptionId: use.subscriptionId,
  discountAmount: toUsd(use.discountCents),
  originalAmount: toUsd(use.originalCents),
  finalAmount: toUsd(use.finalCents),
  appliedAt: toIso(use.appliedAt),
})

export const toCouponUsage = ({ usage, user, receiptTo, product }: UsageRow): CouponUsage => ({
  id: usage.id,
  state: usage.state,
  user,
  email: receiptTo,
  paymentId: usage.paymentId,
  subscriptionId: usage.subscriptionId,
  product,
  discountAmount: toUsd(usage.discountCents),
  originalAmount: toUsd(usage.originalCents),
  finalAmount: toUsd(usage.finalCents),
  appliedAt: toIso(usage.appliedAt),
})
