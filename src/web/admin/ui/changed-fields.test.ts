import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

const before = { name: 'Farmer', price: 9.5, features: ['one', 'two'], imageUrl: null as string | null }

test('unchanged fields are not sent, so that they overwrite no other admin’s change', () => {
  expect(changedFields({ ...before, features: ['one', 'two'] }, before)).toEqual({})
  expect(changedFields({ ...before, price: 9.6 }, before)).toEqual({ price: 9.6 })
  expect(
    changedFields({ ...before, features: ['two', 'one'], imageUrl: 'https://a.test/b.png' }, before),
  ).toEqual({
    features: ['two', 'one'],
    imageUrl: 'https://a.test/b.png',
  })
})

test('all fields are sent if the earlier values are unknown', () => {
  expect(changedFields(before, undefined)).toEqual(before)
})
