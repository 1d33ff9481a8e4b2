import { describe, expect, test } from 'vitest'
import type { CouponView } from '#shared/coupons/contract.ts'
import { type CouponDraft, changeOf, couponDraftSchema, draftOf, newDraft } from './coupon-draft.ts'

const NOW = Date.UTC(2026, 4, 6, 7, 8, 9, 10)
const draft = (input: Partial<CouponDraft> = {}): CouponDraft => ({
  ...newDraft(NOW),
  code: 'save20',
  discountType: 'percentage',
  discountValue: '20',
  description: 'A fifth off',
  ...input,
})
const read = (input: Partial<CouponDraft>) => couponDraftSchema.safeParse(draft(input))
const wrongs = (input: Partial<CouponDraft>) =>
  Object.fromEntries((read(input).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))

const view: CouponView = {
  id: 7,
  code: 'SAVE20',
  discountType: 'percentage',
  discountValue: 0.2,
  description: 'A fifth off',
  startDate: '2026-05-06T07:08:09.010Z',
  endDate: null,
  maxUses: null,
  usageCount: 0,
  maxUsesPerUser: 1,
  minPurchaseAmount: 0,
  isActive: true,
  appliesTo: 'all',
  specificScriptIds: [],
  audience: 'everyone',
  ownerScriptIds: [],
  createdBy: 1,
  createdAt: '2026-05-06T07:08:09.010Z',
  updatedAt: '2026-05-06T07:08:09.010Z',
}

describe('the coupon form', () => {
  // spec: coupon-form-defaults
  test('has the specification’s defaults: from now on, unlimited, once per user, active, for everything', () => {
    expect(newDraft(NOW)).toMatchObject({
      endDate: '',
      maxUses: '',
      maxUsesPerUser: '1',
      minPurchaseAmount: '0',
      isActive: true,
      appliesTo: 'all',
    })
    expect(Date.parse(newDraft(NOW).startDate)).toBe(Date.UTC(2026, 4, 6, 7, 8))
    expect(read({}).data).toMatchObject({
      code: 'SAVE20',
      discountValue: 0.2,
      startDate: '2026-05-06T07:08:00.000Z',
      endDate: null,
      maxUses: null,
      maxUsesPerUser: 1,
      minPurchaseAmount: 0,
    })
  })

  // spec: coupon-form-percentage
  test.each([
    ['20', 0.2],
    ['33.3', 0.333],
    ['14.5', 0.145],
    ['0.3', 0.003],
    ['57', 0.57],
    ['100', 1],
  ])('sends %s percent as %d and shows the typed percentage again', (discountValue, fraction) => {
    const sent = read({ discountValue }).data
    expect(String(sent?.discountValue)).toBe(String(fraction))
    expect(draftOf({ ...view, discountValue: sent?.discountValue ?? 0 }).discountValue).toBe(discountValue)
  })

  test('shows no rounding errors of binary fractions', () => {
    expect(draftOf({ ...view, discountValue: 0.1 + 0.2 }).discountValue).toBe('30')
    expect(draftOf({ ...view, discountType: 'fixed_amount', discountValue: 4.35 }).discountValue).toBe('4.35')
  })

  test('sends 100 for a free product, also when the value field is empty', () => {
    expect(read({ discountType: 'free_product', discountValue: '' }).data?.discountValue).toBe(100)
  })

  // spec: coupon-form-rules
  test('shows the specification’s message at each wrong field', () => {
    expect(wrongs({ code: 'AB' })).toEqual({ code: 'Code must be at least 3 characters' })
    expect(wrongs({ code: 'A'.repeat(21) })).toEqual({ code: 'Code must not exceed 20 characters' })
    expect(wrongs({ discountType: '' })).toEqual({ discountType: 'Please select a discount type' })
    for (const discountValue of ['', '0', '-1', 'x', '1,5'])
      expect(wrongs({ discountValue })).toEqual({
        discountValue: 'Discount value must be a positive number',
      })
    expect(wrongs({ discountValue: '120' })).toEqual({ discountValue: 'A percentage is at most 100' })
    expect(wrongs({ discountValue: '33.333' })).toEqual({
      discountValue: 'A percentage has at most two decimals',
    })
    expect(wrongs({ discountType: 'fixed_amount', discountValue: '1.005' })).toEqual({
      discountValue: 'A fixed amount is in dollars, with at most two decimals',
    })
    expect(wrongs({ description: ' ' })).toEqual({ description: 'Description is required' })
    expect(wrongs({ maxUses: '1.5', maxUsesPerUser: '' })).toEqual({
      maxUses: 'Max uses must be a whole number from 1',
      maxUsesPerUser: 'Max uses per user must be a whole number from 1',
    })
    expect(wrongs({ minPurchaseAmount: '-1' })).toEqual({
      minPurchaseAmount: 'Minimum purchase must be 0 or more',
    })
    expect(wrongs({ appliesTo: 'specific_scripts' })).toEqual({
      specificScriptIds: 'Please select at least one product',
    })
    expect(wrongs({ endDate: '2020-01-01T00:00' })).toEqual({ endDate: 'The end must be after the start' })
  })
})

describe('a changed coupon', () => {
  const change = (input: Partial<CouponDraft>, coupon = view) => {
    const form = couponDraftSchema.parse({ ...draftOf(coupon), ...input })
    return changeOf(coupon, form)
  }

  test('sends only changed fields and keeps the seconds that the form does not show', () => {
    expect(change({})).toEqual({})
    expect(change({ description: 'More' })).toEqual({ description: 'More' })
    expect(change({ maxUses: '5', isActive: false })).toEqual({ maxUses: 5, isActive: false })
    expect(change({ startDate: '' })).toEqual({ startDate: null })
  })

  test('sends the value with a new discount type, even if its digits are the same', () => {
    expect(change({ discountType: 'fixed_amount' })).toEqual({
      discountType: 'fixed_amount',
      discountValue: 20,
    })
  })
})
