import { expect, test } from 'vitest'
import { readPrice } from './read-price.ts'

test('a price with a decimal comma is the price with a decimal point', () => {
  expect(['12,50', '12.50', ' 12,5 ', '12', '0.01'].map(readPrice)).toEqual([12.5, 12.5, 12.5, 12, 0.01])
})

test('an ambiguous or malformed price is refused', () => {
  for (const text of ['', '1,250', '1.250', '1,250.00', '12,', '-5', '1e3', '12.505', 'free'])
    expect(readPrice(text), text).toBeNaN()
})
