import { expect, test } from 'vitest'
import { readClaim } from './address.ts'

const read = (query: string) => readClaim(new URLSearchParams(query))

test('a session names a payment, whatever else the address says', () => {
  expect(read('session_id=cs_1&source=stripe')).toEqual({ kind: 'payment', reference: 'cs_1' })
})

test('a source or a status without a session is a hint', () => {
  expect(read('source=crypto').kind).toBe('hint')
  expect(read('session_id=&status=complete').kind).toBe('hint')
})

test('an empty address claims nothing', () => {
  expect(read('').kind).toBe('nothing')
  expect(read('session_id=%20&ref=abc').kind).toBe('nothing')
})
