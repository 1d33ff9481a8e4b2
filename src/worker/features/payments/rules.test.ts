import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../core/time.ts'
import { runs } from '../../testing/depth.ts'
import type { Access } from '../access/rules.ts'
import { PAYMENT_STATUSES, type PaymentStatus, PURCHASE_TYPES } from './contract.ts'
import {
  CHECKOUT_LIFETIME_MS,
  decide,
  guestSlice,
  isPayable,
  mayMove,
  moves,
  nextAttemptAt,
  nextCheckAt,
  type Observation,
  ORPHAN_AFTER_MS,
  quote,
  refuseRepeat,
  sourcesOf,
  wasMade,
} from './rules.ts'

const payment = {
  ...{ status: 'pending' as PaymentStatus, amountCents: 1950, currency: 'usd' },
  ...{ purchaseType: 'one-time' as const, paymentProvider: 'stripe' as const },
  ...{ refundedCents: 0, receivedCents: 0, flaggedReason: null, userId: 1, email: null },
}
const paid: Extract<Observation, { kind: 'paid' }> = {
  ...{ kind: 'paid', amountCents: 1950, currency: 'usd', transactionId: 'pi_1', email: null },
  ...{ intentId: 'pi_1', subscription: null, period: null },
  ...{ receivedCents: 1950, refundedCents: 0, disputed: 'no' },
}

describe('what an observation means', () => {
  test.each([
    ['pending', 'settle'],
    ['failed', 'settle'],
    ['expired', 'settle'],
    ['completed', 'ignore'],
    ['refunded', 'change'],
    ['partially_refunded', 'change'],
    ['disputed', 'change'],
  ] as const)('the right money for a payment that is %s: %s', (status, verdict) => {
    expect(decide({ ...payment, status }, paid).do).toBe(verdict)
  })

  test.each([
    ['a cent too little', { amountCents: 1949 }],
    ['a cent too much', { amountCents: 1951 }],
    ['nothing', { amountCents: 0 }],
    ['another currency', { currency: 'eur' }],
    ['no currency', { currency: '' }],
    ['a currency in capitals', { currency: 'USD' }],
  ])('%s is flagged, never settled', (_, wrong) => {
    expect(decide(payment, { ...paid, ...wrong }).do).toBe('flag')
  })

  test('money of nobody who could be sent anything is flagged', () => {
    const guest = { ...payment, userId: null }
    expect(decide(guest, paid).do).toBe('flag')
    expect(decide(guest, { ...paid, email: 'a@b.test' }).do).toBe('settle')
    expect(decide({ ...guest, email: 'a@b.test' }, paid).do).toBe('settle')
  })

  test('money that does not fit and was given back, or lost, is nobody’s matter any more', () => {
    const wrong = { ...paid, amountCents: 2500, receivedCents: 2500 }
    const back = { ...wrong, refundedCents: 2500 }
    const flagged = { ...payment, flaggedReason: 'Paid 2500 cents, asked 1950' }
    expect(decide(flagged, { ...wrong, refundedCents: 1950 }).do).toBe('flag')
    for (const gone of [back, { ...wrong, disputed: 'lost' as const }]) {
      expect(decide(flagged, gone)).toEqual({ do: 'close', to: 'failed' })
      expect(decide({ ...flagged, status: 'expired' }, gone)).toEqual({ do: 'close', to: 'expired' })
      for (const status of ['failed', 'expired'] as const)
        expect(decide({ ...payment, status }, gone)).toEqual({ do: 'ignore', why: 'already-done' })
    }
  })

  test('a checkout the provider does not know is shown to a person while it is pending, and closes nothing', () => {
    for (const status of PAYMENT_STATUSES) {
      expect(decide({ ...payment, status }, { kind: 'unknown' }).do).toBe(
        status === 'pending' ? 'flag' : 'ignore',
      )
    }
  })

  test('a paid subscription without a subscription is flagged', () => {
    expect(decide({ ...payment, purchaseType: 'subscription' }, paid).do).toBe('flag')
  })

  test('only a pending payment is closed, and an open or processing one is left alone', () => {
    for (const status of PAYMENT_STATUSES) {
      for (const kind of ['failed', 'expired'] as const) {
        const decision = decide({ ...payment, status }, { kind })
        expect(decision).toEqual(
          status === 'pending' ? { do: 'close', to: kind } : { do: 'ignore', why: 'already-done' },
        )
      }
      for (const kind of ['open', 'processing'] as const) {
        expect(decide({ ...payment, status }, { kind })).toEqual({ do: 'ignore', why: 'still-open' })
      }
    }
  })

  test('whatever is observed of whatever payment, only the exact money settles', () => {
    const observations = fc.oneof(
      fc.record({
        ...{ kind: fc.constant('paid' as const), transactionId: fc.constant(null), email: fc.constant(null) },
        amountCents: fc.constantFrom(0, 1, 1949, 1950, 1951),
        currency: fc.constantFrom('usd', 'eur', ''),
        ...{ intentId: fc.constant(null), subscription: fc.constant(null), period: fc.constant(null) },
        ...{ receivedCents: fc.constant(1950), refundedCents: fc.constantFrom(0, 5, null) },
        disputed: fc.constantFrom('no' as const, 'open' as const, 'lost' as const),
      }),
      fc.constantFrom<Observation>(
        { kind: 'open' },
        { kind: 'processing' },
        { kind: 'failed' },
        { kind: 'expired' },
        { kind: 'unknown' },
      ),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...PAYMENT_STATUSES),
        fc.constantFrom(...PURCHASE_TYPES),
        observations,
        (status, purchaseType, observed) => {
          if (decide({ ...payment, status, purchaseType }, observed).do !== 'settle') return
          expect(observed).toMatchObject({ kind: 'paid', amountCents: 1950, currency: 'usd' })
          expect(['pending', 'failed', 'expired']).toContain(status)
          expect(purchaseType).toBe('one-time')
        },
      ),
      runs(100),
    )
  })
})

describe('a crypto payment of which other than the price arrived', () => {
  const crypto = { ...payment, paymentProvider: 'btcpay' as const }
  const short = (receivedCents: number, closed = false) =>
    ({ kind: 'underpaid', receivedCents, closed }) as const
  const expired = { ...crypto, status: 'expired' as const, receivedCents: 1000 }

  test('what arrived is held when it changes, and when its page ends; the same again changes nothing', () => {
    expect(decide(crypto, short(1000))).toEqual({ do: 'hold', receivedCents: 1000, closed: false })
    const held = { ...crypto, receivedCents: 1000 }
    expect(decide(held, short(1000))).toEqual({ do: 'ignore', why: 'still-open' })
    expect(decide(held, short(1000, true))).toEqual({ do: 'hold', receivedCents: 1000, closed: true })
    expect(decide(expired, short(1000, true))).toEqual({ do: 'ignore', why: 'still-open' })
    expect(decide(expired, short(1500, true))).toEqual({ do: 'hold', receivedCents: 1500, closed: false })
  })

  test('it is over, and looked at no more, once all of it went back', () => {
    expect(decide({ ...expired, receivedCents: 0 }, short(0, true))).toEqual({
      ...{ do: 'ignore', why: 'already-done' },
    })
  })

  test('what had arrived and was never confirmed is held no longer', () => {
    for (const kind of ['expired', 'failed'] as const)
      expect(decide(expired, { kind })).toEqual({ do: 'hold', receivedCents: 0, closed: false })
    expect(decide({ ...crypto, receivedCents: 5 }, { kind: 'open' })).toMatchObject({ receivedCents: 0 })
  })

  test('a payment that was made is never unmade by it; what is too much is noted, for crypto alone', () => {
    const made = { ...crypto, status: 'completed' as const, receivedCents: 1950 }
    expect(decide(made, short(100, true)).do).toBe('ignore')
    expect(decide(made, { ...paid, receivedCents: 2000 })).toMatchObject({ do: 'hold', receivedCents: 2000 })
    expect(decide(made, { ...paid, currency: 'jpy', receivedCents: 300_000 }).do).toBe('ignore')
    const byCard = { ...made, paymentProvider: 'stripe' as const }
    expect(decide(byCard, { ...paid, receivedCents: 2000 }).do).toBe('ignore')
  })
})

describe('the ways of a payment', () => {
  test('what was made never becomes unmade, nothing returns to pending, and sourcesOf is the mirror of moves', () => {
    expect(sourcesOf('pending')).toEqual([])
    const made = PAYMENT_STATUSES.filter(wasMade)
    for (const from of made) expect(moves[from].filter((to) => !wasMade(to))).toEqual([])
    for (const from of PAYMENT_STATUSES)
      for (const to of PAYMENT_STATUSES) expect(sourcesOf(to).includes(from)).toBe(mayMove(from, to))
  })

  test('the sweep looks three times soon, then when the checkout has closed, then hourly for days, then daily for ever', () => {
    const expiresAt = 23 * HOUR
    const waits = [0, 1, 2, 3, 4].map((checks) => nextCheckAt(checks, expiresAt, 0))
    expect(waits).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, expiresAt + MINUTE, expiresAt + MINUTE])
    for (const checks of [3, 4, 220]) {
      expect(nextCheckAt(checks, expiresAt, expiresAt + MINUTE)).toBe(expiresAt + MINUTE + HOUR)
      expect(nextCheckAt(checks, null, 0)).toBe(HOUR)
    }
    for (const checks of [221, 5000]) expect(nextCheckAt(checks, null, 0)).toBe(DAY)
    fc.assert(
      fc.property(fc.nat(1000), fc.option(fc.nat(2 * DAY)), fc.nat(2 * DAY), (checks, end, now) => {
        expect(nextCheckAt(checks, end, now)).toBeGreaterThan(now)
      }),
      runs(100),
    )
  })

  test('a stored event is taken up again ever later, and after twenty tries is left for a person', () => {
    const waits = Array.from({ length: 22 }, (_, attempts) => nextAttemptAt(attempts, 0))
    expect(waits.slice(0, 5)).toEqual([0.5, 2, 4, 8, 16].map((minutes) => minutes * MINUTE))
    expect(waits.slice(9, 20)).toEqual(Array(11).fill(6 * HOUR))
    expect(waits.slice(20)).toEqual([null, null])
  })

  test('a buyer is sent back to a checkout only while it can be paid', () => {
    const open = { createdAt: 0, hostedUrl: 'https://pay', expiresAt: 23 * HOUR, flaggedReason: null }
    expect(isPayable(open, 23 * HOUR - 1)).toBe(true)
    expect(isPayable(open, 23 * HOUR)).toBe(false)
    expect(isPayable({ ...open, flaggedReason: 'odd' }, 0)).toBe(false)
    const unopened = { ...open, hostedUrl: null, expiresAt: null }
    expect(isPayable(unopened, 22 * HOUR)).toBe(true)
    // Stripe wants at least half an hour: a page that would end sooner cannot be opened.
    expect(isPayable(unopened, CHECKOUT_LIFETIME_MS - 30 * MINUTE)).toBe(false)
  })

  test('a checkout is shorter than Stripe’s day, and no payment is given up before its checkout can have ended', () => {
    expect(CHECKOUT_LIFETIME_MS).toBe(23 * HOUR)
    expect(ORPHAN_AFTER_MS).toBeGreaterThan(CHECKOUT_LIFETIME_MS)
  })
})

describe('paying again', () => {
  const access = (more: Partial<Access>): Access => ({
    ...{ source: 'purchase', grantId: 1, since: 0, until: null, renews: false, updatesUntil: 90 * DAY },
    ...more,
  })
  test.each([
    ['nothing is held', null, 0, false],
    ['it is owned with updates', access({}), 0, true],
    ['its updates have ended', access({}), 90 * DAY, false],
    ['it is subscribed to', access({ source: 'subscription', updatesUntil: null }), 0, true],
    ['Premium opens it', access({ source: 'premium', updatesUntil: null }), 0, false],
    ['Lifetime opens it', access({ source: 'lifetime', updatesUntil: null }), 0, true],
  ])('%s', (_, held, now, refused) => {
    expect(refuseRepeat(held, now) !== null).toBe(refused)
  })
})

// spec: checkout-purchase-type
test('what is sold monthly costs its price a month, what is not its price once, and neither is the other', () => {
  const price = { originalCents: 2999, discountCents: 0, amountCents: 2999 }
  const once = { priceCents: 2999, isSubscription: false }
  const monthly = { priceCents: 2999, isSubscription: true }
  expect(quote(once, 'one-time')).toEqual({ ok: true, value: price })
  expect(quote(monthly, 'subscription')).toEqual({ ok: true, value: price })
  expect(quote(once, 'subscription')).toEqual({ ok: false, reason: 'one-time-only' })
  expect(quote(monthly, 'one-time')).toEqual({ ok: false, reason: 'subscription-only' })
})

describe('payments without an account, looked at slice by slice', () => {
  test('each id has its turn within as many minutes as there are slices, and a small shop looks at all each time', () => {
    expect(guestSlice(999, 7 * MINUTE)).toEqual({ from: 0, to: 999 })
    for (const newest of [1, 999, 1000, 5432]) {
      const turns = Math.floor(newest / 1000) + 1
      const seen = Array.from({ length: turns }, (_, turn) => guestSlice(newest, (91 + turn) * MINUTE))
      for (const id of [1, newest])
        expect(seen.filter(({ from, to }) => from <= id && id <= to)).toHaveLength(1)
      for (const { from, to } of seen) expect(to - from).toBe(999)
    }
  })
})
