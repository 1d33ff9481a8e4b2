import { expect, test } from 'vitest'
import { notificationSchema } from './contract.ts'
import { openPaymentLink, orderLink, ownedProductLink } from './link-rules.ts'

const parsed = (link: unknown) =>
  notificationSchema.parse({ id: '1', timestamp: '2026-11-28T00:00:00.000Z', link }).link

test('the links of subjects are paths within the shop', () => {
  for (const link of [orderLink(41), ownedProductLink(3), openPaymentLink(41)])
    expect(parsed(link)).toBe(link)
})

test.each([
  ['//evil.example/a'],
  ['/\\evil.example'],
  ['https://evil.example'],
  ['javascript:alert(1)'],
  [7],
  [undefined],
])('a notification with the link %s has no link', (link) => {
  expect(parsed(link)).toBeUndefined()
})
