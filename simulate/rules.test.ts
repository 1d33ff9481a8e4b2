import { expect, test } from 'vitest'
import type { Books, Taking } from './books.ts'
import { check, RULES } from './rules.ts'

/** Consistent books with a card purchase, an overpaid crypto purchase and a subscription. */
function rightBooks(): Books {
  const taking = (
    provider: Taking['provider'],
    id: string,
    receivedCents: number,
    refundedCents = 0,
  ): Taking => ({
    provider,
    id,
    names: [id],
    receivedCents,
    refundedCents,
    disputed: false,
    hasFailedRefund: false,
  })
  const payment = (id: number, more: Partial<Books['payments'][number]>): Books['payments'][number] => ({
    id,
    provider: 'stripe',
    checkoutId: `cs_${id}`,
    intentId: `pi_${id}`,
    transactionId: null,
    purchaseType: 'one-time',
    status: 'completed',
    amountCents: 1000,
    originalCents: 1000,
    discountCents: 0,
    refundedCents: 0,
    receivedCents: 0,
    paidAt: 1,
    flaggedReason: null,
    subscriptionId: null,
    couponId: null,
    userId: 7,
    productId: 20 + id,
    email: 'a@buyer.example',
    referrerId: null,
    nextCheckAt: null,
    periodEnd: null,
    countedByHandCents: null,
    refundedBeforeHandCents: 0,
    lateReportedCents: 0,
    twiceReports: 0,
    ...more,
  })
  const grant = { accessType: 'purchase', isActive: 1, status: 'active', licences: 1, liveLicences: 1 }
  const receipt = (id: number) => ({
    id,
    key: `receipt:${id}`,
    reference: `random-${id}`,
    run: 1,
    template: 'receipt',
    toAddress: 'buyer@mail.test',
    status: 'sent',
    paymentId: id,
    lastError: null,
  })
  return {
    now: 5,
    takings: [
      taking('stripe', 'pi_1', 500, 100),
      taking('btcpay', 'inv_2', 1300),
      taking('stripe', 'pi_3', 2999),
    ],
    payments: [
      payment(1, {
        status: 'partially_refunded',
        amountCents: 500,
        discountCents: 500,
        refundedCents: 100,
        couponId: 1,
        referrerId: 8,
      }),
      payment(2, { provider: 'btcpay', checkoutId: 'inv_2', intentId: null, receivedCents: 1300 }),
      payment(3, { purchaseType: 'subscription', amountCents: 2999, originalCents: 2999, subscriptionId: 4 }),
    ],
    checkouts: [],
    ledger: [
      { paymentId: 1, kind: 'capture', amountCents: 500 },
      { paymentId: 1, kind: 'refund', amountCents: -100 },
      { paymentId: 2, kind: 'capture', amountCents: 1000 },
      { paymentId: 3, kind: 'capture', amountCents: 2999 },
    ],
    invoices: [
      { series: 'invoice', number: 1, paymentId: 1, kind: 'capture', amountCents: 500 },
      { series: 'credit_note', number: 1, paymentId: 1, kind: 'refund', amountCents: -100 },
      { series: 'invoice', number: 2, paymentId: 2, kind: 'capture', amountCents: 1000 },
      { series: 'invoice', number: 3, paymentId: 3, kind: 'capture', amountCents: 2999 },
    ],
    grants: [
      { ...grant, id: 1, paymentId: 1, subscriptionId: null },
      { ...grant, id: 2, paymentId: 2, subscriptionId: null },
      { ...grant, id: 3, accessType: 'subscription', paymentId: 3, subscriptionId: 4 },
    ],
    refunds: [{ id: 1, paymentId: 1, status: 'succeeded', amountCents: 100, providerRefundId: 're_1' }],
    commissions: [
      { paymentId: 1, referrerId: 8, cents: 40, status: 'completed', referrerGone: 0, payoutId: 6 },
    ],
    payouts: [{ id: 6, referrerId: 8, totalCents: 40 }],
    coupons: [{ id: 1, code: 'HALF', currentUses: 1, maxUses: 1 }],
    couponUses: [{ couponId: 1, paymentId: 1, state: 'redeemed' }],
    deliveries: [receipt(1), receipt(2), receipt(3)],
    outbox: [
      {
        key: 'a',
        topic: 'user',
        dispatchedAt: 1,
        attempts: 0,
        lastError: null,
        userId: 7,
        notificationIds: ['n1'],
      },
    ],
    events: [
      { id: 1, provider: 'stripe', eventId: 'evt_1', type: 'refund.created', handledAt: 1, lastError: null },
    ],
    findings: [],
    subscriptions: [{ id: 4, stripeId: 'sub_4', status: 'active', periodEnd: 9 }],
    stripeSubscriptions: [{ id: 'sub_4', status: 'active' }],
    stripeRefunds: [{ id: 're_1', status: 'succeeded' }],
    counters: ['users', 'purchases', 'subscriptions', 'revenue'].map((name) => ({
      name,
      counted: 3,
      actual: 3,
    })),
    mails: [1, 2, 3].map((id) => ({
      to: 'a@buyer.example',
      subject: `Your receipt for ${id}`,
      text: `Order #${id}`,
      key: `random-${id}:1`,
      at: 0,
    })),
    undelivered: [],
    failedWebhooks: [],
    adminTotals: { users: 3, purchases: 3, subscriptions: 3, revenueCents: 3 },
    screens: [{ userId: 7, notificationIds: ['n1'] }],
    shelves: [{ userId: 7, products: [21, 22, 23].map((id) => ({ id, status: 200 })) }],
    answers: [{ method: 'GET', path: '/', status: 503, text: '', explained: true }],
  }
}

const first = <Item>(items: Item[]): Item => {
  const [item] = items
  if (item === undefined) throw new Error('nothing to break')
  return item
}

/** For each rule: a change that breaks the rule, and the subject of the finding. */
const BREAKS: Record<string, [breakIt: (books: Books) => unknown, subject: string]> = {
  'money at a provider belongs to a payment, or went back': [
    (books) => books.takings.push({ ...first(books.takings), id: 'pi_9', names: ['pi_9'] }),
    'stripe:pi_9',
  ],
  'the ledger is what the provider holds, to the cent': [
    (books) => (first(books.takings).refundedCents += 1),
    'payment:1',
  ],
  'money that arrived after a completion by hand was reported': [
    (books) => (first(books.payments).countedByHandCents = 399),
    'payment:1',
  ],
  'a product that one buyer paid for twice was reported': [
    (books) => {
      for (const payment of books.payments) payment.productId = 21
    },
    'user:7 product:21',
  ],
  'a payment was captured once': [
    (books) => books.ledger.push({ paymentId: 3, kind: 'capture', amountCents: 0 }),
    'payment:3',
  ],
  'each movement of the ledger has one invoice or credit note of its amount': [
    (books) => (first(books.invoices).amountCents -= 1),
    'payment:1',
  ],
  'invoices and credit notes are numbered without gaps': [
    (books) => (first(books.invoices).number = 4),
    'invoice:1',
  ],
  'the price of a purchase was taken once': [
    (books) => books.takings.push({ ...first(books.takings), receivedCents: 0, refundedCents: 0 }),
    'payment:1',
  ],
  'no more went back than had come': [(books) => (first(books.takings).refundedCents = 501), 'payment:1'],
  'what was paid for was granted': [
    (books) => Object.assign(first(books.grants), { isActive: 0, status: 'refunded', liveLicences: 0 }),
    'payment:1',
  ],
  'what is granted was paid for': [(books) => (first(books.payments).status = 'refunded'), 'grant:1'],
  'a grant has one licence, which runs as long as the grant': [
    (books) => (first(books.grants).licences = 2),
    'grant:1',
  ],
  'a payment was granted once': [
    (books) => books.grants.push({ ...first(books.grants), id: 9 }),
    'payment:1',
  ],
  'commissions are a tenth of what was kept': [
    (books) => books.commissions.push(first(books.commissions)),
    'payment:1',
  ],
  'a payout is the sum of its commissions': [(books) => (first(books.payouts).totalCents = 41), 'payout:6'],
  'a buyer can download what they paid for': [
    (books) => (first(first(books.shelves).products).status = 404),
    'payment:1',
  ],
  'nobody downloads what they did not pay for': [
    (books) => {
      first(books.payments).productId = 5
    },
    'user:7 product:21',
  ],
  'a coupon counts its uses, and keeps to its limit': [
    (books) => books.couponUses.push({ couponId: 1, paymentId: null, state: 'held' }),
    'coupon:HALF',
  ],
  'a discount that was paid with is a redeemed use, and no other is': [
    (books) => (first(books.couponUses).state = 'held'),
    'payment:1',
  ],
  'the provider sent a mail once': [
    (books) => books.mails.push({ ...first(books.mails), text: 'Other words' }),
    'random-1:1',
  ],
  'nobody read the same mail twice': [
    (books) => books.mails.push({ ...first(books.mails), key: 'random-1:2' }),
    'mail to a@buyer.example: Your receipt for 1',
  ],
  'a paid order has one receipt': [(books) => books.deliveries.shift(), 'payment:1'],
  'a mail that is noted as sent is with the provider': [(books) => books.mails.shift(), 'mail:receipt:1'],
  'no mail waits or was given up': [(books) => (first(books.deliveries).status = 'dead'), 'mail:receipt:1'],
  'nothing waits in the outbox': [(books) => (first(books.outbox).dispatchedAt = null), 'outbox:a'],
  'every event was handled': [(books) => (first(books.events).handledAt = null), 'event:stripe:evt_1'],
  'every webhook was answered': [
    (books) =>
      books.undelivered.push({ id: 'evt_2', provider: 'stripe', type: 'invoice.paid', state: 'failed' }),
    'event:stripe:evt_2',
  ],
  'no webhook of a payment provider was answered with a 5xx': [
    (books) =>
      books.failedWebhooks.push({
        id: 'evt_2',
        provider: 'stripe',
        type: 'invoice.paid',
        status: 503,
        note: '',
      }),
    'event:stripe:evt_2',
  ],
  'every refund that was decided is done or failed': [
    (books) => (first(books.refunds).status = 'approved'),
    'refund:1',
  ],
  'a refund has failed here where its bank rejected it, and nowhere else': [
    (books) => (first(books.stripeRefunds).status = 'failed'),
    'refund:1',
  ],
  'an open payment will be looked at again': [
    (books) =>
      books.payments.push({
        ...first(books.payments),
        id: 9,
        status: 'pending',
        paidAt: null,
        couponId: null,
      }),
    'payment:9',
  ],
  'a subscription is what its provider says': [
    (books) => (first(books.stripeSubscriptions).status = 'canceled'),
    'subscription:sub_4',
  ],
  'the counters are what counting gives': [(books) => (first(books.counters).counted = 4), 'counter:users'],
  'the admins’ screen shows the counters': [
    (books) => Object.assign(books.adminTotals ?? {}, { purchases: 2 }),
    'admin screen:purchases',
  ],
  'a person’s screen shows each notification once': [
    (books) => first(books.screens).notificationIds.push('n1'),
    'screen:7',
  ],
  'the shop’s own comparison found nothing but what waits for a person': [
    (books) => books.findings.push({ kind: 'needs-attention', subject: 'payment:2', details: '{}' }),
    'payment:2',
  ],
  'no call failed without a fault': [(books) => (first(books.answers).explained = false), 'GET /'],
  'something happened': [(books) => books.takings.splice(0), 'takings'],
}

test('consistent books have no findings', () => {
  expect(check(rightBooks())).toEqual([])
})

test('every rule has an example of broken books', () => {
  expect(Object.keys(BREAKS).sort()).toEqual(RULES.map(({ name }) => name).sort())
})

test.each(Object.entries(BREAKS))('broken books are reported by the rule: %s', (rule, [breakIt, subject]) => {
  const books = rightBooks()
  breakIt(books)
  const found = check(books).filter((finding) => finding.rule === rule)
  expect(found.map((finding) => finding.subject)).toEqual([subject])
})

test('unapplied funds of a crypto payment are no finding, but money that its payment does not record is lost', () => {
  const books = rightBooks()
  const unsettled = {
    ...(books.payments[1] ?? first(books.payments)),
    id: 5,
    status: 'expired',
    paidAt: null,
  }
  books.payments.push({ ...unsettled, checkoutId: 'inv_5', receivedCents: 700 })
  books.takings.push({
    ...(books.takings[1] ?? first(books.takings)),
    id: 'inv_5',
    names: ['inv_5'],
    receivedCents: 700,
  })
  expect(check(books)).toEqual([])
  books.payments.forEach((payment) => {
    if (payment.id === 5) payment.receivedCents = 0
  })
  expect(check(books).map(({ subject, verdict }) => [subject, verdict])).toEqual([['payment:5', 'lost']])
})

test('money that was refunded before a completion by hand is in no report of late money', () => {
  const books = rightBooks()
  const payment = first(books.payments)
  const taking = first(books.takings)
  payment.countedByHandCents = 0
  taking.receivedCents += 150
  taking.refundedCents += 150
  payment.lateReportedCents = taking.receivedCents - 150
  const late = () => check(books).filter(({ rule }) => rule.startsWith('money that arrived after'))
  expect(late()).toHaveLength(1)
  payment.refundedBeforeHandCents = 150
  expect(late()).toEqual([])
  payment.lateReportedCents -= 1
  expect(late()).toHaveLength(1)
})

test('a disputed taking counts as zero, and a flagged payment is not compared', () => {
  const books = rightBooks()
  Object.assign(books.takings[2] ?? {}, { disputed: true })
  expect(check(books).map(({ subject }) => subject)).toEqual(['payment:3'])
  Object.assign(books.payments[2] ?? {}, { flaggedReason: 'Paid 1 cent, asked 2999' })
  expect(check(books)).toEqual([])
})

test('a dead mail is no finding if its account was deleted before the mail was sent', () => {
  const books = rightBooks()
  Object.assign(first(books.deliveries), { status: 'dead', toAddress: 'deleted@deleted.invalid' })
  expect(check(books).map(({ rule }) => rule)).not.toContain('no mail waits or was given up')
})

test('a repeated mail is no finding if the same person got a mail about a failed refund', () => {
  const books = rightBooks()
  const again = { ...first(books.mails), key: 'random-1:2' }
  const failed = { ...again, subject: 'A refund for 1 did not go through', key: 'random-9:1' }
  books.mails.push(failed, again)
  expect(check(books)).toEqual([])
  failed.to = 'b@buyer.example'
  expect(check(books).map(({ rule }) => rule)).toEqual(['nobody read the same mail twice'])
})

test('a second copy of a mail is no finding a day later, when its provider has forgotten the first one', () => {
  const books = rightBooks()
  const copy = { ...first(books.mails), at: 24 * 3_600_000 - 1 }
  books.mails.push(copy)
  expect(check(books)).toHaveLength(2)
  copy.at += 1
  expect(check(books)).toEqual([])
})

test.each(['back:1:3', 'refund-fell:1:2'])('a repeated mail is no finding if %s lies between', (key) => {
  const books = rightBooks()
  books.mails.push({ ...first(books.mails), key: 'random-1:2' })
  expect(check(books).map(({ rule }) => rule)).toEqual(['nobody read the same mail twice'])
  const turn = { ...first(books.deliveries), id: 9, key, reference: 'random-9', template: 'refund-trouble' }
  books.deliveries.push(turn, { ...first(books.deliveries), id: 10, run: 2, template: 'money-moved' })
  books.mails.push({
    to: 'support@mail.test',
    subject: 'A refund was returned',
    text: '',
    key: 'random-9:1',
    at: 0,
  })
  expect(check(books)).toEqual([])
  turn.paymentId = 2
  expect(check(books).map(({ rule }) => rule)).toEqual(['nobody read the same mail twice'])
})

test('a prepaid month may end twice on one day: refunded, bought again and refunded again', () => {
  const books = rightBooks()
  const end = (id: number, at: number) => {
    const delivery = { ...first(books.deliveries), id, key: `prepaid-ended:3:${at}`, paymentId: null }
    books.deliveries.push({ ...delivery, reference: `random-${id}`, template: 'subscription-ended' })
    books.mails.push({ ...first(books.mails), subject: 'It has ended', key: `random-${id}:1` })
  }
  end(9, 100)
  end(10, 200)
  expect(check(books)).toEqual([])
})

test('two accounts of one address may both be deleted', () => {
  const books = rightBooks()
  const deleted = (id: number) => ({
    ...first(books.deliveries),
    id,
    key: `account-deleted:${id}`,
    reference: `random-${id}`,
    template: 'account-deleted',
    paymentId: null,
  })
  const mail = { ...first(books.mails), subject: 'Your account was deleted' }
  books.deliveries.push(deleted(16), deleted(19))
  books.mails.push({ ...mail, key: 'random-16:1' }, { ...mail, key: 'random-19:1' })
  expect(check(books)).toEqual([])
  books.deliveries.push({ ...deleted(19), id: 20, reference: 'random-20' })
  books.mails.push({ ...mail, key: 'random-20:1' })
  expect(check(books).map(({ rule }) => rule)).toEqual(['nobody read the same mail twice'])
})
