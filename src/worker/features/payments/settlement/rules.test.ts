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
  email: 'buyer@mail.test' as string | null,
  subscriptionId: null,
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

describe('the decision', () => {
  test.each([
    ['pending', 'settle'],
    ['failed', 'settle'],
    ['expired', 'settle'],
    ['completed', 'ignore'],
    ['refunded', 'change'],
    ['partially_refunded', 'change'],
    ['disputed', 'change'],
  ] as const)('about the right amount for a payment that is %s: %s', (status, verdict) => {
    expect(decide({ ...payment, status }, paid).do).toBe(verdict)
  })

  test.each([
    ['a cent too little', { amountCents: 1949 }],
    ['a cent too much', { amountCents: 1951 }],
    ['nothing', { amountCents: 0 }],
    ['another currency', { currency: 'eur' }],
    ['no currency', { currency: '' }],
    ['a currency in capitals', { currency: 'USD' }],
  ])('about %s is to flag, never to settle', (_, wrong) => {
    expect(decide(payment, { ...paid, ...wrong }).do).toBe('flag')
  })

  test('about an excess leaves out refunds that were made at the provider directly, also pending ones', () => {
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
    // Not more than the excess: the remainder is a refund of the sale once it has succeeded.
    expect(decide(sale, { ...pending, pendingOutsideCents: 2000 })).toEqual(taken)
  })

  test('about a payment without an account and an email address is to flag', () => {
    const guest = { ...payment, userId: null, email: null }
    expect(decide(guest, paid).do).toBe('flag')
    expect(decide(guest, { ...paid, email: 'a@b.test' }).do).toBe('settle')
    expect(decide({ ...guest, email: 'a@b.test' }, paid).do).toBe('settle')
  })

  test('about a wrong amount that was refunded, or lost in a dispute, is to close the payment', () => {
    const wrong = { ...paid, amountCents: 2500, receivedCents: 2500 }
    const back = { ...wrong, refundedCents: 2500 }
    const flagged = { ...payment, flaggedReason: '$25.00 was paid, but the price is $19.50' }
    expect(decide(flagged, { ...wrong, refundedCents: 1950 }).do).toBe('flag')
    // The buyer gets a mail about the refund. A dispute they opened themselves.
    const email = 'payer@mail.test'
    const refunded = { lost: { by: 'refund', refundedCents: 2500, email, intentId: 'pi_1' } }
    for (const { page, news } of [
      { page: { ...back, email }, news: refunded },
      {
        page: { ...wrong, disputed: 'lost' as const, email },
        news: { lost: { by: 'dispute', intentId: 'pi_1' } },
      },
    ]) {
      const asked = { ...flagged, userId: null, email: null }
      expect(decide(asked, page)).toEqual({ do: 'close', to: 'failed', ...news })
      expect(decide({ ...asked, status: 'expired' }, page)).toEqual({ do: 'close', to: 'expired', ...news })
      for (const status of ['failed', 'expired'] as const)
        expect(decide({ ...payment, status }, page)).toEqual({ do: 'ignore', why: 'already-done' })
    }
  })

  test('about a checkout that the provider does not know is to flag a pending payment, else to ignore', () => {
    for (const status of PAYMENT_STATUSES) {
      expect(decide({ ...payment, status }, { kind: 'unknown' }).do).toBe(
        status === 'pending' ? 'flag' : 'ignore',
      )
    }
  })

  test('about a paid subscription order without a subscription at the provider is to flag', () => {
    expect(decide({ ...payment, purchaseType: 'subscription' }, paid).do).toBe('flag')
  })

  test('about a failed or expired checkout closes only a pending payment; open and processing are ignored', () => {
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

  test('about any observation of any payment is to settle only for the exact amount and currency', () => {
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

describe('the decision about a crypto payment of another amount than its price', () => {
  const crypto = { ...payment, paymentProvider: 'btcpay' as const }
  const short = (receivedCents: number, closed = false) =>
    ({ kind: 'underpaid', receivedCents, closed }) as const
  const expired = { ...crypto, status: 'expired' as const, receivedCents: 1000 }

  test('is to record a received amount that changed or whose page closed, and to ignore a repeated one', () => {
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

  test('is final, so that it is checked no more, once all of the money was refunded', () => {
    expect(decide({ ...expired, receivedCents: 0 }, short(0, true))).toEqual({
      do: 'ignore',
      why: 'already-done',
    })
  })

  test('is to record 0 for an amount that arrived and was never confirmed', () => {
    for (const kind of ['expired', 'failed'] as const)
      expect(decide(expired, { kind })).toEqual({ do: 'record-received', receivedCents: 0, closed: false })
    expect(decide({ ...crypto, receivedCents: 5 }, { kind: 'open' })).toMatchObject({ receivedCents: 0 })
  })

  test('never reverses a payment that was made, and records an excess for crypto only', () => {
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
