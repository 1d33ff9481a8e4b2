import { expect, test } from 'vitest'
import { purchaseMessages } from './purchase-messages.ts'

const payment = { id: 41, scriptId: 3, amountCents: 2999, originalCents: 2999 }

test.each([
  ['a one-time purchase', 'the product', 'one-time', null, '/dashboard?tab=products#product-3'],
  ['a new subscription', 'the subscriptions', 'subscription', null, '/dashboard?tab=subscriptions'],
  ['a renewal', 'its order', 'subscription', 7, '/dashboard?tab=products#order-41'],
] as const)('the notification of %s opens %s', (_what, _subject, purchaseType, subscriptionId, link) => {
  const bought = { ...payment, bundledIds: null, purchaseType, subscriptionId }
  const [first] = purchaseMessages(bought, { name: 'Planner', hasFile: true }, '2026-12-28T00:00:00.000Z', 0)
  expect(first).toMatchObject({ type: 'notification', data: { link } })
})
