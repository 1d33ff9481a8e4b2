import { expect, test } from 'vitest'
import { changesOf } from './audit-changes.ts'

test('of two states only the changed fields are shown, each with a readable name', () => {
  const before = {
    code: 'SAVE',
    maxUsesPerUser: 1,
    isActive: true,
    amountCents: 1950,
    endDate: null,
    updatedAt: 'a',
  }
  const after = {
    ...before,
    maxUsesPerUser: 3,
    isActive: false,
    amountCents: 500,
    endDate: '2027-01-01T10:20:30.000Z',
    updatedAt: 'b',
  }
  expect(changesOf(before, after)).toEqual([
    { field: 'max uses per user', before: '1', after: '3' },
    { field: 'is active', before: 'yes', after: 'no' },
    { field: 'amount', before: '$19.50', after: '$5.00' },
    { field: 'end date', before: 'none', after: '2027-01-01 10:20 UTC' },
  ])
})

test('a created subject has only after values, a deleted one only before values', () => {
  expect(changesOf(null, { id: 7, code: 'SAVE', specificScriptIds: [2, 12] })).toEqual([
    { field: 'code', after: 'SAVE' },
    { field: 'specific script ids', after: '2, 12' },
  ])
  expect(changesOf({ code: 'SAVE', note: '' }, undefined)).toEqual([
    { field: 'code', before: 'SAVE' },
    { field: 'note', before: 'none' },
  ])
})

test('instants in milliseconds are shown as dates, and fractions of a price in percent', () => {
  const before = {
    discountType: 'percentage',
    discountValue: 0.2,
    expiresAt: Date.UTC(2027, 0, 1, 10, 20, 30),
  }
  const after = { discountType: 'fixed_amount', discountValue: 5, expiresAt: Date.UTC(2027, 1, 1) }
  expect(changesOf(before, after)).toEqual([
    { field: 'discount type', before: 'percentage', after: 'fixed_amount' },
    { field: 'discount value', before: '20%', after: '$5.00' },
    { field: 'expires at', before: '2027-01-01 10:20 UTC', after: '2027-02-01 00:00 UTC' },
  ])
})

test('a value without fields is shown whole, and two missing states are no change', () => {
  expect(changesOf('open', 'paid')).toEqual([{ field: 'value', before: 'open', after: 'paid' }])
  expect(changesOf([1], [1, 2])).toEqual([{ field: 'value', before: '1', after: '1, 2' }])
  expect(changesOf({ deep: { a: 1 } }, { deep: { a: 2 } })).toEqual([
    { field: 'deep', before: '{"a":1}', after: '{"a":2}' },
  ])
  expect(changesOf(null, null)).toEqual([])
})
