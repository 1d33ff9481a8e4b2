import { expect, test } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { addMonths, DAY } from '#shared/core/time.ts'
import { listPaidTwice, type PaidPurchase } from './paid-twice-rules.ts'

const START = Date.UTC(2026, 0, 1)
const month = (count: number) => addMonths(START, count)

const once = (paymentId: number, scriptId: number, purchasedAt: number): PaidPurchase => ({
  paymentId,
  scriptId,
  purchasedAt,
  subscription: null,
})

const monthly = (
  paymentId: number,
  purchasedAt: number,
  more: Partial<NonNullable<PaidPurchase['subscription']>> = {},
): PaidPurchase => ({
  paymentId,
  scriptId: PREMIUM_ID,
  purchasedAt,
  subscription: {
    status: 'active',
    currentPeriodStart: purchasedAt,
    currentPeriodEnd: addMonths(purchasedAt, 1),
    cancelAtPeriodEnd: false,
    cancelAt: null,
    stripeSubscriptionId: `sub_${paymentId}`,
    ...more,
  },
})

const prepaid = (paymentId: number, purchasedAt: number, startsAt = purchasedAt) =>
  monthly(paymentId, purchasedAt, {
    stripeSubscriptionId: null,
    currentPeriodStart: startsAt,
    currentPeriodEnd: addMonths(startsAt, 1),
  })

const pairsOf = (...purchases: PaidPurchase[]) =>
  listPaidTwice(purchases).map(({ newer, earlier }) => [newer.paymentId, earlier.paymentId])

test.each([
  ['a product within the time of its updates', [once(1, 7, START), once(2, 7, month(3) - DAY)], [[2, 1]]],
  ['a product after the time of its updates', [once(1, 7, START), once(2, 7, month(3))], []],
  ['two products', [once(1, 7, START), once(2, 8, START)], []],
  [
    'a product after a bundle with it',
    [once(1, 7, START), once(1, 8, START), once(2, 8, START + DAY)],
    [[2, 1]],
  ],
  [
    'a bundle after one of its products',
    [once(1, 7, START), once(2, 7, START + DAY), once(2, 8, START + DAY)],
    [],
  ],
  [
    'a bundle after each of its products',
    [once(1, 7, START), once(2, 8, START + 1), once(3, 7, START + DAY), once(3, 8, START + DAY)],
    [[3, 2]],
  ],
  ['a product after Lifetime', [once(1, LIFETIME_ID, START), once(2, 7, month(30))], [[2, 1]]],
  ['Lifetime after a product', [once(1, 7, START), once(2, LIFETIME_ID, START + DAY)], []],
  ['two subscriptions that renew', [monthly(2, month(5)), monthly(1, START)], [[2, 1]]],
  [
    'a subscription after one that has ended',
    [monthly(1, START, { status: 'canceled' }), monthly(2, month(1))],
    [],
  ],
  [
    'a subscription before the end of a cancelled one',
    [monthly(1, START, { cancelAtPeriodEnd: true }), monthly(2, month(1) - DAY)],
    [[2, 1]],
  ],
  ['prepaid months', [prepaid(1, START), prepaid(2, START + DAY)], []],
  ['a card subscription during a prepaid month', [prepaid(1, START), monthly(2, START + DAY)], [[2, 1]]],
  [
    'prepaid months with an ended card subscription between them',
    [prepaid(1, START, month(3)), monthly(2, month(1), { status: 'canceled' })],
    [],
  ],
  [
    'a card subscription that ends, then a prepaid month of an earlier prepaid subscription',
    [prepaid(1, START, month(3)), monthly(2, month(1), { cancelAtPeriodEnd: true })],
    [],
  ],
])('%s', (_, purchases, expected) => {
  expect(pairsOf(...purchases)).toEqual(expected)
})
