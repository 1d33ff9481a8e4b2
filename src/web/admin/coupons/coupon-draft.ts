import { z } from 'zod'
import {
  type CouponBatch,
  type CouponForm,
  type CouponView,
  couponBatchSchema,
  couponFormSchema,
} from '#shared/coupons/contract.ts'
import { changedFields } from '../ui/changed-fields.ts'
import { localMinute } from '../ui/local-minute.ts'

/** The coupon form as the screen shows it: numbers as typed, a percentage as 20, dates in the reader's own time. */
export type CouponDraft = {
  code: string
  discountType: CouponView['discountType'] | ''
  discountValue: string
  description: string
  startDate: string
  endDate: string
  maxUses: string
  maxUsesPerUser: string
  minPurchaseAmount: string
  isActive: boolean
  appliesTo: CouponView['appliesTo']
  specificScriptIds: number[]
  audience: CouponView['audience']
  ownerScriptIds: number[]
  /** Of many codes: `code` is their prefix then. */
  count: string
}

export const newDraft = (now: number): CouponDraft => ({
  code: '',
  discountType: '',
  discountValue: '',
  description: '',
  startDate: localMinute(now),
  endDate: '',
  maxUses: '',
  maxUsesPerUser: '1',
  minPurchaseAmount: '0',
  isActive: true,
  appliesTo: 'all',
  specificScriptIds: [],
  audience: 'everyone',
  ownerScriptIds: [],
  count: '100',
})

export const draftOf = (coupon: CouponView): CouponDraft => ({
  code: coupon.code,
  discountType: coupon.discountType,
  discountValue: typedValue(coupon),
  description: coupon.description,
  startDate: localMinute(Date.parse(coupon.startDate)),
  endDate: coupon.endDate === null ? '' : localMinute(Date.parse(coupon.endDate)),
  maxUses: coupon.maxUses === null ? '' : String(coupon.maxUses),
  maxUsesPerUser: String(coupon.maxUsesPerUser),
  minPurchaseAmount: String(coupon.minPurchaseAmount),
  isActive: coupon.isActive,
  appliesTo: coupon.appliesTo,
  specificScriptIds: coupon.specificScriptIds,
  audience: coupon.audience,
  ownerScriptIds: coupon.ownerScriptIds,
  count: '',
})

function typedValue({ discountType, discountValue }: CouponView): string {
  switch (discountType) {
    case 'percentage':
      return String(Number((discountValue * 100).toFixed(2)))
    case 'fixed_amount':
      return discountValue.toFixed(2)
    case 'free_product':
      return '100'
  }
}

const instantOf = (local: string): string | null => {
  if (local === '') return null
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}

const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed))

/** The draft in the API's format: 20 % is 0.2. The contract's schema validates it. */
const toWire = (draft: CouponDraft) => ({
  ...draft,
  discountType: draft.discountType || undefined,
  discountValue: wireValue(draft),
  startDate: instantOf(draft.startDate),
  endDate: instantOf(draft.endDate),
  maxUses: draft.maxUses.trim() === '' ? null : numberOf(draft.maxUses),
  maxUsesPerUser: numberOf(draft.maxUsesPerUser),
  minPurchaseAmount: draft.minPurchaseAmount.trim() === '' ? 0 : numberOf(draft.minPurchaseAmount),
})

function wireValue({ discountType, discountValue }: CouponDraft): number {
  const typed = numberOf(discountValue)
  if (discountType === 'free_product') return 100
  // Rounded to four decimals, which removes the error of binary fractions.
  return discountType === 'percentage' ? Number((typed / 100).toFixed(4)) : typed
}

function percentageIsWrong({ discountType, discountValue }: CouponDraft): string | null {
  const typed = numberOf(discountValue)
  if (discountType !== 'percentage' || !(typed > 0)) return null
  if (typed > 100) return 'A percentage is at most 100'
  return Number(typed.toFixed(2)) === typed ? null : 'A percentage has at most two decimals'
}

/** The form's rules: the rules of the API, applied to the typed values. */
export const couponDraftSchema = z.custom<CouponDraft>().transform((draft, context): CouponForm => {
  return readDraft(draft, couponFormSchema.safeParse(toWire(draft)), context) ?? z.NEVER
})

/** The same for many coupons with random codes. */
export const couponBatchDraftSchema = z.custom<CouponDraft>().transform((draft, context): CouponBatch => {
  const wire = { ...toWire(draft), prefix: draft.code, count: numberOf(draft.count) }
  return readDraft(draft, couponBatchSchema.safeParse(wire), context) ?? z.NEVER
})

/** What the contract read, or null after adding its issues. The prefix is typed in the field of the code. */
function readDraft<Form>(
  draft: CouponDraft,
  read: z.ZodSafeParseResult<Form>,
  context: z.RefinementCtx,
): Form | null {
  const wrong = percentageIsWrong(draft)
  const wrongs = new Map(wrong ? [['discountValue', wrong]] : [])
  for (const { path, message } of read.error?.issues ?? []) {
    const field = path[0] === 'prefix' ? 'code' : String(path[0])
    if (!wrongs.has(field)) wrongs.set(field, message)
  }
  for (const [field, message] of wrongs) context.addIssue({ code: 'custom', path: [field], message })
  return read.success && !wrong ? read.data : null
}

/** The fields that the form changes. Values that the form shows rounded are not sent unless they are edited. */
export const changeOf = (coupon: CouponView, form: CouponForm): Partial<CouponForm> =>
  changedFields(form, couponDraftSchema.safeParse(draftOf(coupon)).data)
