import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../testing/depth.ts'
import type { Observation } from '../rules.ts'
import { dueCents, situationOf, sumUp, unappliedCents } from './rules.ts'

const price = {
  amountCents: 1950,
  currency: 'usd',
  status: 'pending' as const,
  couponId: null,
  discountCents: 0,
}
const paid = (cents: number, more = {}): Observation => ({
  kind: 'paid',
  amountCents: cents,
  currency: 'usd',
  transactionId: `tx_${cents}`,
  intentId: null,
  email: null,
  subscription: null,
  period: null,
  receivedCents: cents,
  refundedCents: null,
  disputed: 'no',
  ...more,
})
const short = (receivedCents: number, closed = true): Observation => ({
  kind: 'underpaid',
  receivedCents,
  closed,
})

describe('the sum of all pages of a payment', () => {
  test('is the observation itself for one page without refunds', () => {
    for (const main of [paid(1950), short(3), { kind: 'open' }, { kind: 'unknown' }] as Observation[])
      expect(sumUp(price, { main, balances: [] }, 0)).toBe(main)
  })

  test('is paid for an order that was completed by hand at the received amount; its page asks for more', () => {
    const less = { ...price, amountCents: 1000, status: 'completed' as const }
    expect(sumUp(less, { main: short(1000), balances: [] }, 0)).toMatchObject({
      kind: 'paid',
      amountCents: 1000,
      receivedCents: 1000,
      refundedCents: null,
    })
    expect(sumUp(less, { main: short(900), balances: [] }, 0)).toEqual(short(900))
  })

  test('is paid where the parts reach the price, with the transaction of the page that was paid last', () => {
    const whole = sumUp(price, { main: short(1000), balances: [paid(950)] }, 0)
    expect(whole).toMatchObject({
      kind: 'paid',
      amountCents: 1950,
      receivedCents: 1950,
      transactionId: 'tx_950',
    })
    const threeParts = { main: short(1000), balances: [short(500), paid(450)] }
    expect(sumUp(price, threeParts, 0)).toMatchObject({ kind: 'paid', receivedCents: 1950 })
    // Late money at the first page, while the second page was open.
    expect(sumUp(price, { main: short(1500), balances: [short(450)] }, 0)).toMatchObject({ kind: 'paid' })
  })

  test('is underpaid where two parts are less than the price, and closed only when both pages are', () => {
    const both = (closed: boolean) => ({ main: short(1000), balances: [short(500, closed)] })
    expect(sumUp(price, both(false), 0)).toEqual(short(1500, false))
    expect(sumUp(price, both(true), 0)).toEqual(short(1500, true))
    expect(sumUp(price, { main: short(1000), balances: [{ kind: 'open' }] }, 0)).toEqual(short(1000, false))
    expect(sumUp(price, { main: short(1000), balances: [{ kind: 'processing' }] }, 0).kind).toBe('processing')
  })

  test('does not include refunded funds: they are neither refunded again nor counted towards the price', () => {
    expect(sumUp(price, { main: short(1000), balances: [] }, 1000)).toEqual(short(0))
    expect(sumUp(price, { main: paid(1950), balances: [] }, 1000)).toEqual(short(950))
    expect(sumUp(price, { main: short(1000), balances: [paid(1950)] }, 1000)).toMatchObject({
      kind: 'paid',
      receivedCents: 1950,
    })
    const tooMuch = paid(1950, { receivedCents: 2500 })
    expect(sumUp(price, { main: tooMuch, balances: [] }, 550)).toMatchObject({
      kind: 'paid',
      receivedCents: 1950,
    })
  })

  test('leaves refunds of unapplied funds out of the refunds that the provider counts', () => {
    const refunded = paid(1950, { receivedCents: 2500, refundedCents: 550 })
    expect(sumUp(price, { main: refunded, balances: [] }, 550)).toMatchObject({ refundedCents: 0 })
    expect(sumUp(price, { main: short(1000), balances: [paid(950)] }, 0)).toMatchObject({
      refundedCents: null,
    })
  })

  test('is in another currency where any page was paid in it', () => {
    const foreign = paid(950, { currency: 'eur' })
    expect(sumUp(price, { main: short(1000), balances: [foreign] }, 0)).toMatchObject({ currency: 'eur' })
  })

  test('is paid exactly when at least the price is left, for any amounts received and refunded', () => {
    const page = fc.oneof(
      fc.nat(3000).map((cents) => short(cents)),
      fc.nat(3000).map((cents) => paid(cents)),
    )
    fc.assert(
      fc.property(
        page,
        fc.array(page, { minLength: 1, maxLength: 4 }),
        fc.nat(3000),
        (main, balances, back) => {
          const cents = [main, ...balances].reduce(
            (n, p) => n + ('receivedCents' in p ? p.receivedCents : 0),
            0,
          )
          expect(sumUp(price, { main, balances }, back).kind === 'paid').toBe(
            cents - back >= price.amountCents,
          )
        },
      ),
      runs(100),
    )
  })
})

describe('the amount due, the unapplied funds and the situation', () => {
  const of = (receivedCents: number, wasMade: boolean) => ({ amountCents: 1950, receivedCents, wasMade })
  test.each([
    ['nothing came', of(0, false), 0, 0, null],
    ['a partial payment came', of(1000, false), 950, 1000, 'underpaid'],
    ['it is paid', of(1950, true), 0, 0, null],
    ['too much came', of(2000, true), 0, 50, 'overpaid'],
  ] as const)('are computed where %s', (_, received, due, returnable, situation) => {
    expect(dueCents(received)).toBe(due)
    expect(unappliedCents(received)).toBe(returnable)
    expect(situationOf(received, false)).toBe(situation)
  })

  test('show a complete payment as late where its page had closed, and a partial one as underpaid', () => {
    expect(situationOf(of(1950, true), true)).toBe('late')
    expect(situationOf(of(1000, false), true)).toBe('underpaid')
  })
})
