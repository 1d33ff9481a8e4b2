import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAYMENT_STATUSES, type PaymentStatus, PURCHASE_TYPES } from '#shared/payments/contract.ts'
import { runs } from '../../../testing/depth.ts'
import type { Observation } from '../rules.ts'
import { decide } from './rules.ts'

const payment = {
  status: 'pending' as PaymentStatus,
  amountCents: 1950,
  currency: 'usd',
  purchaseType: 'one-time' as const,
  paymentProvider: 'stripe' as const,
  refundedCents: 0,
  receivedCents: 0,
  flaggedReason: null,
  userId: 1,
  email: null,
}
const paid: Extract<Observation, { kind: 'paid' }> = {
  kind: 'paid',
  amountCents: 1950,
  currency: 'usd',
  transactionId: 'pi_1',
  email: null,
  intentId: 'pi_1',
  subscription: null,
  period: null,
  receivedCents: 1950,
  refundedCents: 0,
  disputed: 'no',
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

  test('what is on its way back from the provider itself is no excess any more', () => {
    const sale = {
      ...payment,
      status: 'completed' as const,
      paymentProvider: 'coinbase' as const,
      receivedCents: 3000,
    }
    const tooMuch = { ...paid, amountCents: 3000, receivedCents: 3000, refundsByReference: {} }
    const pending = { ...tooMuch, pendingOutsideCents: 1050 }
    expect(decide(sale, tooMuch)).toEqual({ do: 'ignore', why: 'already-done' })
    const taken = { do: 'record-received', receivedCents: 1950, closed: false }
    expect(decide(sale, pending)).toEqual(taken)
    expect(decide(sale, { ...tooMuch, refundedCents: 1050 })).toEqual(taken)
    // Nor more than the excess: the rest is of the sale once it has arrived.
    expect(decide(sale, { ...pending, pendingOutsideCents: 2000 })).toEqual(taken)
  })

  test('money of nobody who could be sent anything is flagged', () => {
    const guest = { ...payment, userId: null }
    expect(decide(guest, paid).do).toBe('flag')
    expect(decide(guest, { ...paid, email: 'a@b.test' }).do).toBe('settle')
    expect(decide({ ...guest, email: 'a@b.test' }, paid).do).toBe('settle')
  })

  test('a wrong amount that was refunded, or lost to a dispute, closes the payment', () => {
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
        kind: fc.constant('paid' as const),
        transactionId: fc.constant(null),
        email: fc.constant(null),
        amountCents: fc.constantFrom(0, 1, 1949, 1950, 1951),
        currency: fc.constantFrom('usd', 'eur', ''),
        intentId: fc.constant(null),
        subscription: fc.constant(null),
        period: fc.constant(null),
        receivedCents: fc.constant(1950),
        refundedCents: fc.constantFrom(0, 5, null),
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

  test('a received amount is recorded when it changes, and when its page ends; the same again changes nothing', () => {
    expect(decide(crypto, short(1000))).toEqual({ do: 'record-received', receivedCents: 1000, closed: false })
    const held = { ...crypto, receivedCents: 1000 }
    expect(decide(held, short(1000))).toEqual({ do: 'ignore', why: 'still-open' })
    expect(decide(held, short(1000, true))).toEqual({
      do: 'record-received',
      receivedCents: 1000,
      closed: true,
    })
    expect(decide(expired, short(1000, true))).toEqual({ do: 'ignore', why: 'still-open' })
    expect(decide(expired, short(1500, true))).toEqual({
      do: 'record-received',
      receivedCents: 1500,
      closed: false,
    })
  })

  test('it is final, and checked no more, once all of it was refunded', () => {
    expect(decide({ ...expired, receivedCents: 0 }, short(0, true))).toEqual({
      do: 'ignore',
      why: 'already-done',
    })
  })

  test('an amount that arrived and was never confirmed is recorded as 0', () => {
    for (const kind of ['expired', 'failed'] as const)
      expect(decide(expired, { kind })).toEqual({ do: 'record-received', receivedCents: 0, closed: false })
    expect(decide({ ...crypto, receivedCents: 5 }, { kind: 'open' })).toMatchObject({ receivedCents: 0 })
  })

  test('a payment that was made is never unmade by it; what is too much is noted, for crypto alone', () => {
    const made = { ...crypto, status: 'completed' as const, receivedCents: 1950 }
    expect(decide(made, short(100, true)).do).toBe('ignore')
    expect(decide(made, { ...paid, receivedCents: 2000 })).toMatchObject({
      do: 'record-received',
      receivedCents: 2000,
    })
    expect(decide(made, { ...paid, currency: 'jpy', receivedCents: 300_000 }).do).toBe('ignore')
    const byCard = { ...made, paymentProvider: 'stripe' as const }
    expect(decide(byCard, { ...paid, receivedCents: 2000 }).do).toBe('ignore')
  })
})
