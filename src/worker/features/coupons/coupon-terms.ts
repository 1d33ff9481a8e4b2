import { toCents } from '#shared/core/money.ts'
import type { CouponForm } from '#shared/coupons/contract.ts'

/** The form's fields as the table stores them: cents and instants. */
export const termsOf = (form: CouponForm, now: number) => ({
  code: form.code,
  discountType: form.discountType,
  discountValue: storedValue(form),
  description: form.description,
  startDate: form.startDate == null ? now : Date.parse(form.startDate),
  endDate: form.endDate == null ? null : Date.parse(form.endDate),
  maxUses: form.maxUses ?? null,
  maxUsesPerUser: form.maxUsesPerUser,
  minPurchaseCents: toCents(form.minPurchaseAmount),
  isActive: form.isActive,
  appliesTo: form.appliesTo,
  specificScriptIds: form.appliesTo === 'specific_scripts' ? form.specificScriptIds : [],
  audience: form.audience,
  ownerScriptIds: form.audience === 'owners' ? form.ownerScriptIds : [],
})

function storedValue({ discountType, discountValue }: CouponForm): number {
  switch (discountType) {
    case 'percentage':
      return discountValue
    case 'fixed_amount':
      return toCents(discountValue)
    case 'free_product':
      return 100
  }
}
