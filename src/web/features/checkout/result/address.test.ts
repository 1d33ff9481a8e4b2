import { expect, test } from 'vitest'
import { readClaim } from './address.ts'

const read = (query: string) => readClaim(new URLSearchParams(query))

test('an address with a session names a payment, regardless of its other parameters', () => {
  expect(read('session_id=cs_1&source=stripe')).toEqual({ kind: 'payment', reference: 'cs_1' })
})

test('an address with a source or a status, but without a session, is a hint', () => {
  expect(read('source=crypto').kind).toBe('hint')
  expect(read('session_id=&status=complete').kind).toBe('hint')
})

test('an address without these parameters names nothing', () => {
  expect(read('').kind).toBe('nothing')
  expect(read('session_id=%20&ref=abc').kind).toBe('nothing')
})
