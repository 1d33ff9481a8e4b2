import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import type { PaymentView } from '#shared/payments/contract.ts'
import { DAILY, EVERY_FIVE_MINUTES, EVERY_MINUTE } from '../../../cron.ts'
import { ProviderDown } from '../../../providers/payment-provider.ts'
import { aCharge, andTell, takingAt } from '../../../testing/charges.ts'
import { aUser, visitor } from '../../../testing/clients.ts'
import { stopClock } from '../../../testing/clock.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { booksOf, buy, deliver } from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf, ring, withPausedQueue } from '../../../testing/shop.ts'
import { orphanAfterMs } from '../rules.ts'
import { sweepPayments } from './sweep-payments.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const sweepAt = async (now: number) => {
  const deps = depsOf()
  const tally = await sweepPayments(deps, now)
  await deps.idle()
  return tally
}

/** Lets the next return ask Stripe, although the last return has just asked. */
const forgetLastCheck = (paymentId: number) =>
  env.DB.prepare('UPDATE payments SET last_checked_at = NULL WHERE id = ?').bind(paymentId).run()

describe('when every webhook is lost', () => {
  test.each([['one-time'], ['subscription']] as const)(
    'a %s payment is settled once by the buyer’s return, by our id or Stripe’s, from many pages at once',
    async (purchaseType) => {
      const user = await aUser()
      const product = purchaseType === 'subscription' ? PREMIUM_ID : (await aProduct()).id
      const { paymentId, checkoutId } = await buy(user, product, purchaseType)
      const before = await user.get<PaymentView>(`/api/payment/${checkoutId}`)
      expect(before.data.status).toBe('pending')
      await sandbox.pay(checkoutId)
      await forgetLastCheck(paymentId)

      const pages = [paymentId, checkoutId, paymentId, checkoutId, paymentId]
      const answers = await Promise.all(pages.map((id) => user.get<PaymentView>(`/api/payment/${id}`)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      const after = await user.get<PaymentView>(`/api/payment/${checkoutId}`)
      expect(after.data).toMatchObject({ id: paymentId, status: 'completed', email: user.email })

      const books = await booksOf(paymentId)
      expect(books.history).toEqual([{ kind: 'settled', source: 'return' }])
      expect([books.grants.length, books.mails.length, books.outboxRows.length]).toEqual([1, 1, 2])
    },
  )

  test('only the owner’s page asks Stripe: a stranger gets 404, and a visitor 401', async () => {
    const owner = await aUser()
    const stranger = await aUser()
    const { paymentId, checkoutId } = await buy(owner, (await aProduct()).id)
    await sandbox.pay(checkoutId)
    for (const id of [paymentId, checkoutId, '0', '-1', `${paymentId}x`, '9'.repeat(30)]) {
      const foreign = await stranger.get(`/api/payment/${id}`)
      expect([foreign.status, foreign.message]).toEqual([404, 'There is no such payment.'])
    }
    expect((await visitor().get(`/api/payment/${paymentId}`)).status).toBe(401)
    expect((await booksOf(paymentId)).payment?.status).toBe('pending')
  })

  test('pages that poll ask Stripe at most once in one and a half seconds', async () => {
    stopClock()
    const user = await aUser()
    const { paymentId } = await buy(user, (await aProduct()).id)
    await user.get(`/api/payment/${paymentId}`)
    await sandbox.faults({ stripeApi: 'fail', stripeApiFailures: 50 })
    for (let page = 0; page < 5; page++) await user.get(`/api/payment/${paymentId}`)
    // No call has reached Stripe.
    expect((await sandbox.faultsLeft()).stripeApiFailures).toBe(50)
    const start = Date.now()
    vi.setSystemTime(start + 1500)
    await user.get(`/api/payment/${paymentId}`)
    expect((await sandbox.faultsLeft()).stripeApiFailures).toBe(50)
    vi.setSystemTime(start + 1501)
    await user.get(`/api/payment/${paymentId}`)
    expect((await sandbox.faultsLeft()).stripeApiFailures).toBeLessThan(50)
    await sandbox.faults({ stripeApi: 'ok', stripeApiFailures: null })
  })

  test('the sweep settles a payment once without the browser, and later sweeps change nothing', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
    await sandbox.pay(checkoutId)
    const now = Date.now()
    await sweepAt(now)
    expect((await booksOf(paymentId)).history).toEqual([])
    await Promise.all([sweepAt(now + 2 * MINUTE), sweepAt(now + 2 * MINUTE)])
    const books = await booksOf(paymentId)
    expect(books.history).toEqual([{ kind: 'settled', source: 'sweep' }])
    expect([books.grants.length, books.mails.length, books.outboxRows.length]).toEqual([1, 1, 2])

    for (const later of [HOUR, DAY]) await sweepAt(now + later)
    expect(await booksOf(paymentId)).toEqual(books)
  })

  test('the five-minute cron trigger runs the sweep, and a webhook that comes later changes nothing', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
    const events = await sandbox.eventsOf(() => sandbox.pay(checkoutId))
    await env.DB.prepare('UPDATE payments SET next_check_at = 1 WHERE id = ?').bind(paymentId).run()
    await ring(EVERY_FIVE_MINUTES)
    await vi.waitFor(async () => expect((await booksOf(paymentId)).mails[0]?.status).toBe('sent'), {
      timeout: 8000,
      interval: 200,
    })
    const books = await booksOf(paymentId)
    expect(books.history).toEqual([{ kind: 'settled', source: 'sweep' }])
    for (const { id } of events) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
    expect(await booksOf(paymentId)).toEqual(books)
    expect(await sandbox.mails(user.email)).toHaveLength(1)

    for (const cron of [EVERY_MINUTE, DAILY]) await ring(cron, withPausedQueue().bindings)
    await expect(ring('1 1 1 1 1')).rejects.toThrow('No sweep is planned')
    expect(await booksOf(paymentId)).toEqual(books)
  })
})

describe('checkouts without a payment', () => {
  test('an expired session closes the payment, by its event or by the sweep, and an open one stays open', async () => {
    const user = await aUser()
    const heard = await buy(user, (await aProduct()).id)
    const unheard = await buy(user, (await aProduct()).id)
    const open = await buy(user, (await aProduct()).id)
    const events = await sandbox.eventsOf(() => sandbox.expire(heard.checkoutId))
    for (const { id } of events) await deliver(await sandbox.signed(id))
    await sandbox.expire(unheard.checkoutId)
    await sweepAt(Date.now() + 2 * MINUTE)

    expect(await booksOf(heard.paymentId)).toMatchObject({
      payment: { status: 'expired', next_check_at: null },
      history: [{ kind: 'expired', source: 'webhook' }],
    })
    expect(await booksOf(unheard.paymentId)).toMatchObject({
      payment: { status: 'expired', next_check_at: null },
      history: [{ kind: 'expired', source: 'sweep' }],
    })
    expect((await booksOf(open.paymentId)).payment).toMatchObject({ status: 'pending' })
    expect((await booksOf(open.paymentId)).payment?.next_check_at).toBeGreaterThan(Date.now() + 2 * MINUTE)
  })

  test('money that arrives after a payment expired or failed still settles it', async () => {
    for (const status of ['expired', 'failed'] as const) {
      const user = await aUser()
      const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
      await env.DB.batch([
        env.DB.prepare('UPDATE payments SET status = ?, next_check_at = NULL WHERE id = ?').bind(
          status,
          paymentId,
        ),
        env.DB.prepare(
          "INSERT INTO payment_events (payment_id, kind, source, details, created_at) VALUES (?, ?, 'sweep', '{}', 1)",
        ).bind(paymentId, status),
      ])
      const events = await sandbox.eventsOf(() => sandbox.pay(checkoutId))
      for (const { id } of events) await deliver(await sandbox.signed(id))
      const books = await booksOf(paymentId)
      expect(books.payment?.status).toBe('completed')
      expect(books.history.map(({ kind }) => kind)).toEqual([status, 'settled'])
      expect([books.grants.length, books.mails.length]).toEqual([1, 1])
    }
  })

  test('a payment whose checkout never opened is closed after a day, not before', async () => {
    const user = await aUser()
    const product = await aProduct()
    await sandbox.faults({ stripeApi: 'fail' })
    const input = {
      productId: product.id,
      purchaseType: 'one-time',
      provider: 'stripe',
      email: user.email,
      clientPaymentId: 'never-opened',
    }
    expect((await user.post('/api/payment/create', input)).status).toBe(503)
    await sandbox.faults({ stripeApi: 'ok' })
    const row = await env.DB.prepare('SELECT id, created_at FROM payments WHERE user_id = ?')
      .bind(user.id)
      .first<{ id: number; created_at: number }>()
    const { id, created_at: createdAt } = row ?? { id: 0, created_at: 0 }

    await sweepAt(createdAt + HOUR)
    expect((await booksOf(id)).payment?.status).toBe('pending')
    await sweepAt(createdAt + orphanAfterMs({ couponId: null }) + HOUR)
    expect(await booksOf(id)).toMatchObject({
      payment: { status: 'expired', next_check_at: null },
      history: [{ kind: 'expired', source: 'sweep' }],
      grants: [],
      mails: [],
    })
  })

  test('a declined card leaves the checkout open for another try', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
    await sandbox.decline(checkoutId)
    expect((await user.get<PaymentView>(`/api/payment/${paymentId}`)).data.status).toBe('pending')
    await sandbox.pay(checkoutId)
    await forgetLastCheck(paymentId)
    expect((await user.get<PaymentView>(`/api/payment/${paymentId}`)).data.status).toBe('completed')
  })
})

describe('while Stripe is down', () => {
  test('the page shows the stored state, and a later sweep settles the payment', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
    await sandbox.pay(checkoutId)
    await sandbox.faults({ stripeApi: 'fail' })
    const page = await user.get<PaymentView>(`/api/payment/${paymentId}`)
    expect([page.status, page.data.status]).toEqual([200, 'pending'])
    const now = Date.now() + 2 * MINUTE
    await sweepAt(now)
    const waiting = (await booksOf(paymentId)).payment
    expect(waiting).toMatchObject({ status: 'pending', flagged_reason: null })
    expect(waiting?.next_check_at).toBeGreaterThan(now)

    await sandbox.faults({ stripeApi: 'ok' })
    await sweepAt(now + HOUR)
    expect((await booksOf(paymentId)).history).toEqual([{ kind: 'settled', source: 'sweep' }])
  })

  test('a payment for which Stripe does not answer does not delay the others', async () => {
    const user = await aUser()
    const broken = await buy(user, (await aProduct()).id)
    const whole = await buy(user, (await aProduct()).id)
    const slow = await buy(user, (await aProduct()).id)
    await sandbox.pay(whole.checkoutId)
    const deps = depsOf()
    const observe = deps.providers.stripe.observe
    deps.providers.stripe.observe = async (checkoutId) => {
      if (checkoutId === broken.checkoutId) throw new ProviderDown('not for this one')
      if (checkoutId === slow.checkoutId) await scheduler.wait(300)
      return observe(checkoutId)
    }
    const now = Date.now() + 2 * MINUTE
    await sweepPayments(deps, now)
    await deps.idle()
    expect((await booksOf(broken.paymentId)).payment?.next_check_at).toBeGreaterThan(now)
    expect((await booksOf(whole.paymentId)).payment?.status).toBe('completed')
    expect((await booksOf(broken.paymentId)).payment?.status).toBe('pending')
  })
})

test('a check that begins before a late payment does not end the checks that the payment has scheduled', async () => {
  const { paymentId, checkoutId } = await aCharge('btcpay')
  await andTell(() => sandbox.cryptoExpire(checkoutId))
  await env.DB.prepare('UPDATE payments SET next_check_at = 1 WHERE id = ?').bind(paymentId).run()
  let isFirst = true
  const fetch = async (input: RequestInfo, init?: RequestInit) => {
    const answer = await env.SANDBOX?.fetch(new Request(input, init))
    if (isFirst) {
      isFirst = false
      await andTell(() => sandbox.cryptoPayUnconfirmed(checkoutId))
    }
    return answer ?? new Response(null, { status: 500 })
  }
  const deps = depsOf({ ...takingAt('btcpay'), SANDBOX: { fetch } as Fetcher })
  await sweepPayments(deps, 2)
  expect((await booksOf(paymentId)).payment).toMatchObject({ status: 'expired' })
  expect((await booksOf(paymentId)).payment?.next_check_at).toBeGreaterThan(Date.now())
})

/** The history entry of a webhook for a delayed method. */
const ON_ITS_WAY = { kind: 'processing', source: 'webhook' }

describe('a delayed payment method', () => {
  test.each([['one-time'], ['subscription']] as const)(
    'gives nothing for a completed but unpaid %s checkout until the money arrives',
    async (purchaseType) => {
      const user = await aUser()
      const product = purchaseType === 'subscription' ? PREMIUM_ID : (await aProduct()).id
      const { paymentId, checkoutId } = await buy(user, product, purchaseType)
      const promised = await sandbox.eventsOf(() => sandbox.payLater(checkoutId))
      expect(promised.map(({ type }) => type)).toContain('checkout.session.completed')
      for (const { id } of promised) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
      await user.get(`/api/payment/${paymentId}`)
      await sweepAt(Date.now() + 2 * MINUTE)
      expect(await booksOf(paymentId)).toMatchObject({
        payment: { status: 'pending' },
        grants: [],
        mails: [],
        history: [ON_ITS_WAY],
      })

      const arrived = await sandbox.eventsOf(() => sandbox.moneyArrives(checkoutId))
      for (const { id } of arrived) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
      const books = await booksOf(paymentId)
      expect(books.history).toEqual([ON_ITS_WAY, { kind: 'settled', source: 'webhook' }])
      expect([books.grants.length, books.mails.length]).toEqual([1, 1])
    },
  )

  test('fails a one-time purchase whose money does not arrive, and gives nothing', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, (await aProduct()).id)
    const events = await sandbox.eventsOf(async () => {
      await sandbox.payLater(checkoutId)
      await sandbox.moneyFails(checkoutId)
    })
    for (const { id } of events) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
    expect(await booksOf(paymentId)).toMatchObject({
      payment: { status: 'failed', next_check_at: null },
      history: [{ kind: 'failed', source: 'webhook' }],
      grants: [],
      mails: [],
    })
  })

  test('leaves a subscription pending while Stripe retries its first payment, and fails it when it ends', async () => {
    const user = await aUser()
    const { paymentId, checkoutId } = await buy(user, PREMIUM_ID, 'subscription')
    const late = await sandbox.eventsOf(async () => {
      await sandbox.payLater(checkoutId)
      await sandbox.moneyFails(checkoutId)
    })
    for (const { id } of late) expect((await deliver(await sandbox.signed(id))).status).toBe(200)
    expect(await booksOf(paymentId)).toMatchObject({
      payment: { status: 'pending' },
      grants: [],
      mails: [],
      history: [ON_ITS_WAY],
    })

    const session = await sandbox.session(checkoutId)
    await sandbox.subscription(String(session?.subscription), 'cancel')
    await sweepAt(Date.now() + HOUR)
    expect(await booksOf(paymentId)).toMatchObject({
      payment: { status: 'failed', next_check_at: null },
      history: [{ kind: 'failed', source: 'sweep' }, ON_ITS_WAY],
      grants: [],
      mails: [],
    })
  })
})
