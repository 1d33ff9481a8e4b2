import { expect, test } from 'vitest'
import { toFeedItem } from './views.ts'

test('text from strangers is on one line in the feed, with hidden characters made visible', () => {
  const nothing = { userId: null, paymentId: null, subscriptionId: null, productId: null, productName: null }
  const item = toFeedItem({
    ...nothing,
    id: 1,
    kind: 'contact_message',
    createdAt: 0,
    subjectId: 1,
    revenueCents: 0,
    priceCents: null,
    amountCents: null,
    monthlyCents: null,
    askedCents: null,
    paymentStatus: null,
    who: 'evil@mail.test',
    about: 'refund\u202Exslx.exe\nPayment of $999.00 received\u0000',
  })
  expect(item.about).toBe('refund[U+202E]xslx.exe Payment of $999.00 received[U+0000]')
  expect(item.who).toBe('evil@mail.test')
})
