import { beforeAll, describe, expect, test } from 'vitest'
import type { PaymentStatus } from '#shared/payments/contract.ts'
import { aUser } from '../../../testing/clients.ts'
import { aCoupon } from '../../../testing/coupons.ts'
import { dumpBooks } from '../../../testing/dump.ts'
import { aProduct } from '../../../testing/products.ts'
import { buy } from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf } from '../../../testing/shop.ts'
import type { Paid } from '../rules.ts'
import { findById, type PaymentWithProduct } from '../store.ts'
import { writeRefundOrDispute } from './write-refund-or-dispute.ts'
import { writeClose, writeFlag, writeReceived, writeSettlement } from './write-settlement.ts'

beforeAll(sandbox.calm)

/** A checkout with a coupon, and the decisions about it; each returns whether it was written. */
async function aDecider() {
  const user = await aUser()
  const product = await aProduct()
  const coupon = await aCoupon()
  const { paymentId } = await buy(user, product.id, 'one-time', coupon.id)
  const deps = depsOf()
  const read = async (): Promise<PaymentWithProduct> => {
    const found = await findById(deps.db, paymentId)
    if (!found) throw new Error('The payment was not stored')
    return found
  }
  const now = Date.now()
  const checkoutId = null
  const paid = ({ payment }: PaymentWithProduct): Paid => ({
    kind: 'paid',
    amountCents: payment.amountCents,
    receivedCents: payment.amountCents,
    currency: 'usd',
    transactionId: null,
    intentId: null,
    email: user.email,
    subscription: null,
    period: null,
    refundedCents: 0,
    disputed: 'no',
  })
  const change =
    (status: 'completed' | 'partially_refunded' | 'refunded' | 'disputed', refundedCents: number) =>
    (seen: PaymentWithProduct) =>
      writeRefundOrDispute(deps, seen, { to: { status, refundedCents }, failed: [] }, 'webhook', now)
  const changes = {
    settle: (seen) => writeSettlement(deps, seen, { checkoutId, observed: paid(seen) }, 'webhook', now),
    expire: (seen) => writeClose(deps, seen, { to: 'expired', checkoutId }, 'sweep', now),
    fail: (seen) => writeClose(deps, seen, { to: 'failed', checkoutId }, 'webhook', now),
    flag: (seen) =>
      writeFlag(
        deps,
        seen,
        { checkoutId, reason: 'amount', intentId: null, failedRefunds: 0 },
        'webhook',
        now,
      ),
    'record received': (seen) =>
      writeReceived(deps, seen, { receivedCents: 500, closed: false }, 'webhook', now),
    'refund in part': change('partially_refunded', 500),
    'refund in full': change('refunded', 1560),
    dispute: change('disputed', 0),
  } satisfies Record<string, (seen: PaymentWithProduct) => Promise<boolean>>
  /** Writes a decision about the payment as it was read, and waits for the messages that follow. */
  const decide = async (change: keyof typeof changes, seen: PaymentWithProduct) => {
    const written = await changes[change](seen)
    await deps.idle()
    return written
  }
  return { read, decide }
}

type Change = Parameters<Awaited<ReturnType<typeof aDecider>>['decide']>[0]

describe('a decision about an older revision of a payment writes nothing', () => {
  test.each<[string, Change[], Change[]]>([
    ['it was paid meanwhile', ['settle'], ['settle', 'expire', 'fail', 'flag', 'record received']],
    [
      'a partial payment came meanwhile',
      ['record received'],
      ['settle', 'expire', 'fail', 'flag', 'record received'],
    ],
    ['it was closed meanwhile', ['expire'], ['settle', 'expire', 'fail', 'flag', 'record received']],
    ['a person was asked meanwhile', ['flag'], ['settle', 'expire', 'fail', 'flag', 'record received']],
  ])('where %s', async (_, meanwhile, late) => {
    const { read, decide } = await aDecider()
    const seen = await read()
    for (const change of meanwhile) expect(await decide(change, seen)).toBe(true)
    const books = await dumpBooks()
    for (const change of late) expect([change, await decide(change, seen)]).toEqual([change, false])
    expect(await dumpBooks()).toEqual(books)
  })
})

describe('a decision writes no forbidden status change for a payment that', () => {
  test.each<[PaymentStatus, Change[], Change[]]>([
    ['pending', [], ['refund in part', 'refund in full', 'dispute']],
    ['expired', ['expire'], ['fail', 'refund in part', 'refund in full', 'dispute']],
    ['failed', ['fail'], ['expire', 'refund in part', 'refund in full', 'dispute']],
    ['completed', ['settle'], ['expire', 'fail']],
    ['partially_refunded', ['settle', 'refund in part'], ['expire', 'fail']],
    ['refunded', ['settle', 'refund in full'], ['expire', 'fail']],
    ['disputed', ['settle', 'dispute'], ['expire', 'fail']],
  ])('is %s', async (status, before, forbidden) => {
    const { read, decide } = await aDecider()
    for (const change of before) expect(await decide(change, await read())).toBe(true)
    const seen = await read()
    expect(seen.payment.status).toBe(status)
    const books = await dumpBooks()
    for (const change of forbidden) expect([change, await decide(change, seen)]).toEqual([change, false])
    expect(await dumpBooks()).toEqual(books)
  })
})
