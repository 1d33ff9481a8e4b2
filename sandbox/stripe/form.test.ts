import { expect, test } from 'vitest'
import { decodeForm } from './form.ts'

test('brackets as the stripe package encodes them become objects and lists', () => {
  expect(
    decodeForm(
      'mode=payment&line_items[0][price_data][unit_amount]=500&line_items[0][quantity]=1&metadata[a]=b',
    ),
  ).toEqual({
    mode: 'payment',
    line_items: [{ price_data: { unit_amount: '500' }, quantity: '1' }],
    metadata: { a: 'b' },
  })
})

test('empty brackets append to a list', () => {
  expect(decodeForm('types[]=a&types[]=b&expand%5B0%5D=c')).toEqual({ types: ['a', 'b'], expand: ['c'] })
})
