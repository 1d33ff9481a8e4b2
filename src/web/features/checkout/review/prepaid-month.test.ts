import { expect, test } from 'vitest'
import { prepaidMonth } from './prepaid-month.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const month = {
  id: 7,
  productId: 2,
  status: 'active' as const,
  prepaid: true,
  reversed: null,
  endsAt: '2026-12-21T12:00:00Z',
}

test('a prepaid month is shown with its end and a link to its renewal', () => {
  expect(prepaidMonth(2, [{ ...month, id: 3, productId: 5 }, month], true, NOW)).toMatchObject({
    title: 'Paid until 21 Dec 2026',
    renewPath: '/dashboard?tab=subscriptions&renew=7',
  })
  expect(prepaidMonth(2, [month], false, NOW)).toEqual({
    title: 'Paid until 21 Dec 2026',
    text: 'It does not renew automatically. You can subscribe by card after that day.',
  })
})

test.each([
  ['one that a card renews', { prepaid: false }],
  ['another product’s', { productId: 5 }],
  ['one that is over', { endsAt: '2026-11-21T12:00:00Z' }],
  ['one that was given back', { reversed: 'refunded' as const }],
])('%s is not shown as a prepaid month', (_, change) => {
  expect(prepaidMonth(2, [{ ...month, ...change }], true, NOW)).toBeNull()
})
