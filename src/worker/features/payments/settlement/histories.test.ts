import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { HOUR } from '#shared/core/time.ts'
import type { PaymentStatus } from '#shared/payments/contract.ts'
import { patience, runs } from '../../../testing/depth.ts'
import { type Courier, History, inOrder, mustArrive, type Step } from '../../../testing/history.ts'
import { stockPlans } from '../../../testing/products.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf } from '../../../testing/shop.ts'
import { isReversed } from '../rules.ts'
import { sweepEvents } from '../webhooks/sweep-events.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const step = (verbs: readonly Step['do'][]) => fc.record({ do: fc.constantFrom(...verbs), which: fc.nat(7) })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: step(['buy', 'subscribe']) },
    { weight: 2, arbitrary: step(['buy-reduced', 'subscribe-reduced', 'prepay', 'free-month']) },
    { weight: 4, arbitrary: step(['renew', 'renew', 'fail', 'cancel']) },
    { weight: 5, arbitrary: step(['refund', 'refund-part', 'refund-part', 'dispute', 'dispute']) },
    { weight: 3, arbitrary: step(['won', 'lost']) },
  ),
  { minLength: 4, maxLength: 12 },
)

/** A pseudo-random stream of numbers below `n`, which the seed determines. */
function dice(seed: number) {
  let state = seed >>> 0 || 1
  return (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

/** Holds events back, then delivers some of them, repeated and in any order, together with the browser's return. */
function storm(roll: (n: number) => number) {
  const pending: string[] = []
  const shuffled = () => {
    const copies = pending.flatMap((id) => Array.from({ length: 1 + roll(3) }, () => id))
    for (let i = copies.length - 1; i > 0; i -= 1) {
      const j = roll(i + 1)
      const [a = '', b = ''] = [copies[i], copies[j]]
      copies[i] = b
      copies[j] = a
    }
    return copies
  }
  const courier: Courier = async (events, purchases, buyer) => {
    pending.push(...events.map(({ id }) => id))
    if (roll(3) > 0) return
    const some = shuffled().slice(0, 1 + roll(6))
    const returned = purchases[roll(Math.max(1, purchases.length))]
    await Promise.all([
      ...some.map(mustArrive),
      ...(returned ? [buyer.get(`/api/payment/${returned.paymentId}`)] : []),
    ])
  }
  const rest = async () => {
    const all = shuffled()
    for (let at = 0; at < all.length; at += 4) await Promise.all(all.slice(at, at + 4).map(mustArrive))
    // The sweep retries events that arrived before their payment existed.
    const deps = depsOf()
    await sweepEvents(deps, Date.now() + HOUR)
    await sweepEvents(deps, Date.now() + 2 * HOUR)
    await deps.idle()
  }
  return { courier, rest }
}

// invariant: ledger-adds-up, invoice-per-payment
test(
  'any history of purchases ends with the same correct books, for repeated events in any order',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (happening, seed) => {
        const calm = await History.of(happening, inOrder)
        const { courier, rest } = storm(dice(seed))
        const rough = await History.of(happening, courier)
        await rest()
        const [expected, books, money] = [await calm.books(), await rough.books(), await rough.money()]
        expect(books).toEqual(expected)
        for (const { counted, live } of await rough.uses()) expect(counted).toBe(live)
        for (const [at, { payments, grants, subscription }] of books.entries()) {
          const made = payments.filter(
            ({ ledgerCents, amountCents }) => ledgerCents !== null || amountCents === 0,
          )
          // The ledger's sums are the amounts that the provider captured and did not refund.
          expect(made.map(({ ledgerCents }) => ledgerCents ?? 0)).toEqual(
            money[at]?.map(({ captured, refunded, disputed }) => (disputed ? 0 : captured - refunded)),
          )
          expect(made.map(({ invoicedCents }) => invoicedCents)).toEqual(
            made.map(({ ledgerCents }) => ledgerCents),
          )
          expect(made.map(({ saleInvoices }) => saleInvoices)).toEqual(
            made.map(({ amountCents }) => (amountCents > 0 ? 1 : 0)),
          )
          expect(made.every(({ settled, receipts }) => settled === 1 && receipts === 1)).toBe(true)
          // The latest payment decides about access: open unless it was refunded or disputed.
          const latest = made.at(-1)
          const reversed = latest === undefined || isReversed(latest.status as PaymentStatus)
          expect(grants.map(({ isActive }) => isActive)).toEqual(made.length > 0 ? [reversed ? 0 : 1] : [])
          // Each grant has one licence, which is valid as long as the grant is active.
          expect(grants.map(({ licences, runs }) => [licences, runs])).toEqual(
            grants.map(({ isActive }) => [1, isActive]),
          )
          // The affiliate earns a tenth of the money that was not refunded, rounded half up; nothing of a dispute.
          for (const { status, amountCents, refundedCents, commissionCents, referred } of made) {
            const kept = isReversed(status as PaymentStatus) ? 0 : amountCents - refundedCents
            expect([referred, commissionCents]).toEqual([1, Math.floor((kept + 5) / 10)])
          }
          // A coupon is used by the first payment only, until that payment was refunded in full.
          const { couponId = null } = rough.purchases[at] ?? {}
          expect(made.map(({ use }) => use)).toEqual(
            made.map(({ refundedCents, amountCents }, nth) => {
              if (couponId === null || nth > 0) return null
              return refundedCents > 0 && refundedCents === amountCents ? 'released' : 'redeemed'
            }),
          )
          // A subscription whose current period was refunded is not charged again.
          if (rough.purchases[at]?.over && subscription) expect(subscription.status).toBe('canceled')
        }
      }),
      runs(3),
    )
  },
  patience(240_000),
)
