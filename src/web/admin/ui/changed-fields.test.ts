import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

const before = { name: 'Farmer', price: 9.5, features: ['one', 'two'], imageUrl: null as string | null }

test('what was left alone is not sent, so nobody’s change is taken back by it', () => {
  expect(changedFields({ ...before, features: ['one', 'two'] }, before)).toEqual({})
  expect(changedFields({ ...before, price: 9.6 }, before)).toEqual({ price: 9.6 })
  expect(
    changedFields({ ...before, features: ['two', 'one'], imageUrl: 'https://a.test/b.png' }, before),
  ).toEqual({
    features: ['two', 'one'],
    imageUrl: 'https://a.test/b.png',
  })
})

test('where it is not known how it stood, all of it is sent', () => {
  expect(changedFields(before, undefined)).toEqual(before)
})
