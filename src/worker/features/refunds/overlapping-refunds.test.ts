import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#shared/core/time.ts'
import type { CryptoProvider } from '#shared/payments/contract.ts'
import { EVERY_FIVE_MINUTES } from '../../cron.ts'
import type { Env } from '../../providers/env.ts'
import { aCharge, andTell, charge, failingAt, heldAt, takingAt } from '../../testing/charges.ts'
import { aUser } from '../../testing/clients.ts'
import { aCoupon } from '../../testing/coupons.ts'
import { momentsOf, momentsUpTo, patience } from '../../testing/depth.ts'
import { mortal } from '../../testing/mortal.ts'
import { aProduct } from '../../testing/products.ts'
import { moneyOf } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf, ring, withPausedQueue } from '../../testing/shop.ts'
import { settlePayment } from '../payments/settlement/settle-payment.ts'
import { writeClose } from '../payments/settlement/write-settlement.ts'
import { findById } from '../payments/store.ts'

beforeAll(sandbox.calm)
beforeEach(sandbox.calm)

type Case = { paymentId: number; checkoutId: string }
type Kind = 'refund' | 'refund of unapplied funds'

/** A paid order with an approved partial refund, whose first call to the provider failed. */
async function anApprovedRefund(provider: CryptoProvider): Promise<Case> {
  const { paymentId, checkoutId } = await aCharge(provider)
  await andTell(() => sandbox.cryptoPay(checkoutId))
  const lame = failingAt(/\/refund$/, 'fail', takingAt(provider))
  const admin = await aUser({ admin: true, bindings: lame })
  // The refund is partial because a provider refuses to refund more than was paid, but not a part twice.
  await admin.post(`/api/secure-management/payments/${paymentId}/refund`, { amount: 5, reason: 'A part' })
  return { paymentId, checkoutId }
}

/** Unapplied funds with an approved refund, whose first call to the provider failed. */
async function anApprovedReturn(provider: CryptoProvider): Promise<Case> {
  const { user, ...made } = provider === 'btcpay' ? await anOverpaidCharge() : await aLateCharge()
  const lame = failingAt(/\/refund$/, 'fail', takingAt(provider))
  const asked = await user.again(lame).post(`/api/payment/${made.paymentId}/refund-unapplied-funds`)
  expect(asked.data, asked.text).toMatchObject({ status: 'approved' })
  return made
}

async function anOverpaidCharge() {
  const { user, paymentId, checkoutId } = await aCharge('btcpay')
  await andTell(() => sandbox.cryptoSend(checkoutId, '25.00'))
  return { user, paymentId, checkoutId }
}

/** Paid at Coinbase after the order expired here. Its coupon was used up since: the amount is below the full price. */
async function aLateCharge() {
  const { id } = await aCoupon({ maxUses: 1 })
  const user = await aUser({ bindings: takingAt('coinbase') })
  const made = await charge(user, (await aProduct()).id, id)
  await sandbox.eventsOf(() => sandbox.cryptoPay(made.checkoutId))
  const { db } = depsOf()
  const open = await findById(db, made.paymentId)
  if (!open) throw new Error('There is no such payment')
  await writeClose(depsOf(), open, { to: 'expired', checkoutId: null }, 'sweep', Date.now())
  const other = await aUser({ bindings: takingAt('coinbase') })
  await andTell(async () => sandbox.cryptoPay((await charge(other, (await aProduct()).id, id)).checkoutId))
  const closed = await findById(db, made.paymentId)
  if (closed) await settlePayment(depsOf(), closed, made.checkoutId, 'sweep', Date.now())
  return { user, ...made }
}

const PREPARE = { refund: anApprovedRefund, 'refund of unapplied funds': anApprovedReturn }

/** The amounts of all refunds that the provider made for this checkout. */
async function refundsAt(provider: CryptoProvider, { checkoutId }: Case): Promise<string[]> {
  if (provider === 'btcpay') {
    const offers = await sandbox.pullPayments()
    return offers.filter(({ invoiceId }) => invoiceId === checkoutId).map(({ amount }) => amount)
  }
  const checkout = (await sandbox.coinbaseCheckouts()).find(({ id }) => id === checkoutId)
  return (checkout?.refunds ?? []).map(({ amount }) => amount)
}

const AMOUNTS = {
  refund: { btcpay: '5.00', coinbase: '5.00' },
  'refund of unapplied funds': { btcpay: '5.50', coinbase: '15.60' },
}

/** Coinbase refuses keys of another hour, so this does not move the clock but ages the rows that wait in the tables. */
const letTimePass = (ms: number) =>
  env.DB.batch(
    [
      'UPDATE refunds SET next_attempt_at = next_attempt_at - ?1, updated_at = updated_at - ?1',
      'UPDATE payments SET next_check_at = next_check_at - ?1',
      'UPDATE job_runs SET expires_at = expires_at - ?1',
    ].map((statement) => env.DB.prepare(statement).bind(ms)),
  )

/** Matches the call that searches the provider for an earlier refund. */
const isLookup =
  ({ checkoutId }: Case) =>
  (request: Request) => {
    const { pathname } = new URL(request.url)
    return request.method === 'GET' && (pathname.endsWith('/pull-payments') || pathname.endsWith(checkoutId))
  }
const isCreate = (request: Request) =>
  request.method === 'POST' && new URL(request.url).pathname.endsWith('/refund')

const jobsAt = (provider: CryptoProvider, bindings: Env = takingAt(provider)) =>
  ring(EVERY_FIVE_MINUTES, bindings)

const CASES = (['refund', 'refund of unapplied funds'] as const).flatMap((kind) =>
  (['btcpay', 'coinbase'] as const).map((provider) => [kind, provider] as const),
)

describe.each(CASES)('a %s at %s', (kind: Kind, provider) => {
  const once = async (made: Case) => {
    expect(await refundsAt(provider, made)).toEqual([AMOUNTS[kind][provider]])
    expect((await moneyOf(made.paymentId)).refunds).toEqual(['succeeded'])
  }

  test.each([
    ['looks for an earlier refund', isLookup],
    ['creates the refund', () => isCreate],
  ] as const)('is made once where a second run begins while the first one %s', async (_, callOf) => {
    const made = await PREPARE[kind](provider)
    await letTimePass(HOUR)
    const slow = heldAt(takingAt(provider), callOf(made))
    const first = jobsAt(provider, slow.bindings)
    await slow.reached
    await jobsAt(provider)
    expect(await refundsAt(provider, made)).toEqual([])
    slow.release()
    await first
    await once(made)
  })

  test('is made once where a run exceeds its lease and another run takes over', async () => {
    const made = await PREPARE[kind](provider)
    await letTimePass(HOUR)
    const slow = heldAt(takingAt(provider), isLookup(made))
    const first = jobsAt(provider, slow.bindings)
    await slow.reached
    await letTimePass(20 * MINUTE)
    await jobsAt(provider)
    await once(made)
    slow.release()
    await first
    await once(made)
  })

  test('is made once where a run dies at any of its calls', { timeout: patience(120_000) }, async () => {
    const rehearsal = await PREPARE[kind](provider)
    await letTimePass(HOUR)
    const whole = mortal({ ...takingAt(provider), JOBS: withPausedQueue().bindings.JOBS }, null)
    await jobsAt(provider, whole.bindings)
    await once(rehearsal)
    const shift = CASES.findIndex((one) => one[0] === kind && one[1] === provider)
    // `npm test` samples a fifth of a fifth: most calls of a job belong to other sweeps.
    for (const last of momentsOf(momentsUpTo(whole.count.calls, shift), shift)) {
      const made = await PREPARE[kind](provider)
      await letTimePass(HOUR)
      const { bindings } = mortal({ ...takingAt(provider), JOBS: withPausedQueue().bindings.JOBS }, last)
      await jobsAt(provider, bindings).catch(() => undefined)
      await letTimePass(HOUR)
      await jobsAt(provider)
      await once(made)
    }
  })
})
