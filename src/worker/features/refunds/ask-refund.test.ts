import { env } from 'cloudflare:workers'
import Stripe from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY, HOUR, MINUTE } from '#shared/core/time.ts'
import type { Purchase } from '#shared/payments/contract.ts'
import { configOf } from '../../providers/config.ts'
import { outsideFetch } from '../../providers/outside.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { momentsUpTo, patience } from '../../testing/depth.ts'
import { readHub } from '../../testing/hubs.ts'
import { mortal } from '../../testing/mortal.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { bought, buy, happens, intentOf, moneyOf } from '../../testing/purchases.ts'
import { mailsQueuedTo } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf, withPausedQueue } from '../../testing/shop.ts'
import { sweepRefunds } from './sweep-refunds.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const stripe = new Stripe(env.STRIPE_SECRET_KEY, {
  httpClient: Stripe.createFetchHttpClient(outsideFetch(env)),
})

const ask = (user: SignedIn, paymentId: number, reason?: string) =>
  user.post<Purchase>(`/api/user/purchases/${paymentId}/refund`, { reason })
const purchasesOf = async (user: SignedIn) => (await user.get<Purchase[]>('/api/user/purchases')).data
const support = configOf(env).supportEmail

/** Moves the purchase `ms` milliseconds into the past. */
const age = (paymentId: number, ms: number) =>
  env.DB.prepare('UPDATE payments SET payment_date = payment_date - ? WHERE id = ?').bind(ms, paymentId).run()

const rowOf = (paymentId: number) =>
  env.DB.prepare('SELECT * FROM refunds WHERE payment_id = ? ORDER BY id DESC LIMIT 1')
    .bind(paymentId)
    .first<{
      id: number
      reference: string
      status: string
      next_attempt_at: number | null
      last_error: string
      attempts: number
    }>()

describe('a refund request', () => {
  // spec: guarantee
  test('within seven days refunds at once, ends access and notifies the buyer, without any webhook', async () => {
    const user = await aUser()
    const product = await aProduct()
    const { paymentId } = await bought(user, product.id)
    const [before] = await purchasesOf(user)
    expect(before).toMatchObject({
      refundable: { verdict: 'at-once', amount: 19.5, reason: null, endsSubscription: false },
      refund: null,
    })
    const asked = await ask(user, paymentId, 'Not what I needed')
    expect(asked.status, asked.text).toBe(200)
    expect(asked.data).toMatchObject({
      id: paymentId,
      status: 'refunded',
      refundedAmount: 19.5,
      refund: { status: 'succeeded', amount: 19.5, claimUrl: null },
      refundable: { verdict: 'no', reason: 'This payment was refunded.' },
    })
    expect(await purchasesOf(user)).toEqual([asked.data])
    expect(await moneyOf(paymentId)).toMatchObject({ sum: 0, refunds: ['succeeded'] })
    expect((await user.fetch('GET', `/api/download/file/${product.id}`)).status).toBe(403)
    expect(await mailsQueuedTo(user.email, 'money-moved')).toHaveLength(1)
    const { log } = await readHub(user.id)
    expect(log.filter(({ type }) => type === 'dashboard_refresh')).toHaveLength(1)
    expect(await sandbox.refundsOf(await intentOf(paymentId))).toHaveLength(1)
  })

  test('sent six times at once, and followed by its webhooks, makes one refund and one mail', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, (await aProduct()).id)
    const events = await happens(async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => ask(user, paymentId)))
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    })
    expect(events.map(({ type }) => type)).toContain('refund.created')
    expect(await moneyOf(paymentId)).toMatchObject({ sum: 0, refunds: ['succeeded'] })
    expect((await ask(user, paymentId)).data.status).toBe('refunded')
    expect(await mailsQueuedTo(user.email, 'money-moved')).toHaveLength(1)
    expect(await sandbox.refundsOf(await intentOf(paymentId))).toHaveLength(1)
  })

  test('after seven days is refused with the reason; for a stranger’s or an unpaid purchase it gets 404', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, (await aProduct()).id)
    await age(paymentId, 7 * DAY + MINUTE)
    const late = await ask(user, paymentId)
    expect([late.status, late.data]).toEqual([422, { code: 'too-late' }])
    expect(late.message).toBe('The 7-day money-back guarantee is over for this payment.')
    expect((await ask(await aUser(), paymentId)).status).toBe(404)
    const unpaid = await buy(user, (await aProduct()).id)
    expect((await ask(user, unpaid.paymentId)).status).toBe(404)
    expect((await moneyOf(paymentId)).refunds).toEqual([])
  })

  test('for a disputed payment is refused: the bank decides', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, (await aProduct()).id)
    const intent = await intentOf(paymentId)
    await happens(() => sandbox.dispute(intent))
    expect((await ask(user, paymentId)).data).toEqual({ code: 'disputed' })
  })

  test('for a renewal is granted within seven days of the renewal and cancels the subscription at Stripe', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, PREMIUM_ID, 'subscription')
    const { stripe_subscription_id: id = '' } =
      (await env.DB.prepare('SELECT stripe_subscription_id FROM subscriptions WHERE user_id = ?')
        .bind(user.id)
        .first<{ stripe_subscription_id: string }>()) ?? {}
    await age(paymentId, 30 * DAY)
    await happens(() => sandbox.subscription(id, 'renew'))
    const [renewal, first] = await purchasesOf(user)
    expect(first).toMatchObject({ id: paymentId, refundable: { verdict: 'no', endsSubscription: false } })
    expect(renewal?.refundable).toMatchObject({ verdict: 'at-once', endsSubscription: true, amount: 29.99 })
    const asked = await ask(user, renewal?.id ?? 0)
    expect(asked.data).toMatchObject({ status: 'refunded', refund: { status: 'succeeded' } })
    expect((await sandbox.stripeSubscription(id))?.status).toBe('canceled')
    expect((await moneyOf(paymentId)).status).toBe('completed')
  })
})

describe('a second refund request for the same product', () => {
  test('waits for review: support is notified, nothing changes, and repeating it has no effect', async () => {
    const user = await aUser()
    const product = await aProduct()
    const { paymentId: first } = await bought(user, product.id)
    await ask(user, first)
    const { paymentId: second } = await bought(user, product.id)
    const [before] = await purchasesOf(user)
    expect(before?.refundable).toMatchObject({ verdict: 'review', amount: 19.5 })
    expect(before?.refundable.reason).toContain('we review this request')
    const mails = (await mailsQueuedTo(support, 'refund-review')).length
    const answers = await Promise.all([ask(user, second, 'Again'), ask(user, second), ask(user, second)])
    expect(answers.map(({ data }) => data.refund?.status)).toEqual(['review', 'review', 'review'])
    expect((await mailsQueuedTo(support, 'refund-review')).length - mails).toBe(1)
    expect(await moneyOf(second)).toMatchObject({ status: 'completed', sum: 1950, refunds: ['review'] })
    expect((await user.fetch('GET', `/api/download/file/${product.id}`)).status).toBe(200)
    // The sweep does not decide.
    await sweepRefunds(depsOf(), Date.now() + DAY)
    expect((await moneyOf(second)).refunds).toEqual(['review'])
  })

  test('is fulfilled by a full refund at the provider, not by a partial one', async () => {
    const user = await aUser()
    const product = await aProduct()
    await ask(user, (await bought(user, product.id)).paymentId)
    const { paymentId } = await bought(user, product.id)
    await ask(user, paymentId)
    const intent = await intentOf(paymentId)
    await happens(() => sandbox.refund(intent, 500))
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'partially_refunded', refunds: ['review'] })
    await happens(() => sandbox.refund(intent))
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'refunded', sum: 0, refunds: ['succeeded'] })
    // The bank returns the last of them: the request has failed, and support decides.
    const refund = (await sandbox.refundsOf(intent)).find(({ amount }) => amount !== 500)
    await happens(() => sandbox.failRefund(refund?.id ?? ''))
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'partially_refunded', refunds: ['failed'] })
  })

  test('is recognised by the mailbox too; a request for another product counts as its first', async () => {
    const one = await aUser()
    const other = await aUser()
    const product = await aProduct()
    const { paymentId } = await bought(one, product.id)
    await ask(one, paymentId)
    const again = await bought(other, product.id)
    await env.DB.prepare(
      'UPDATE payments SET email_identity = (SELECT email_identity FROM payments WHERE id = ?) WHERE id = ?',
    )
      .bind(paymentId, again.paymentId)
      .run()
    expect((await ask(other, again.paymentId)).data.refund?.status).toBe('review')
    const elsewhere = await bought(one, (await aProduct()).id)
    expect((await ask(one, elsewhere.paymentId)).data.refund?.status).toBe('succeeded')
  })

  test('is recognised across two accounts of the same mailbox', async () => {
    const [one, other] = [await aUser(), await aUser()]
    const product = await aProduct()
    await env.DB.prepare(
      'UPDATE users SET email_identity = (SELECT email_identity FROM users WHERE id = ?) WHERE id = ?',
    )
      .bind(one.id, other.id)
      .run()
    await ask(one, (await bought(one, product.id)).paymentId)
    const { paymentId } = await bought(other, product.id)
    await env.DB.prepare(
      'UPDATE payments SET email_identity = (SELECT email_identity FROM users WHERE id = ?) WHERE id = ?',
    )
      .bind(other.id, paymentId)
      .run()
    expect((await ask(other, paymentId)).data.refund?.status).toBe('review')
  })

  test('is not assumed where another account only named the buyer’s mailbox for its receipt', async () => {
    const [victim, attacker] = [await aUser(), await aUser()]
    const product = await aProduct()
    const own = await bought(victim, product.id)
    const named = await bought(attacker, product.id)
    await env.DB.prepare(
      'UPDATE payments SET email_identity = (SELECT email_identity FROM users WHERE id = ?) WHERE id = ?',
    )
      .bind(victim.id, named.paymentId)
      .run()
    expect((await ask(attacker, named.paymentId)).data.refund?.status).toBe('succeeded')
    expect((await purchasesOf(victim))[0]?.refundable.verdict).toBe('at-once')
    expect((await ask(victim, own.paymentId)).data.refund?.status).toBe('succeeded')
  })

  test('sent at the same moment as the first waits for review, and the first is granted', async () => {
    const user = await aUser()
    const product = await aProduct()
    const { paymentId: one } = await bought(user, product.id)
    await env.DB.prepare('UPDATE user_scripts SET is_active = 0, status = ? WHERE payment_id = ?')
      .bind('revoked', one)
      .run()
    const { paymentId: two } = await bought(user, product.id)
    const answers = await Promise.all([ask(user, one), ask(user, two)])
    expect(answers.map(({ data }) => data.refund?.status).toSorted()).toEqual(['review', 'succeeded'])
  })
})

describe('while Stripe is down', () => {
  test('a refund stays approved, and the sweep executes it later', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, (await aProduct()).id)
    await sandbox.faults({ stripeApi: 'fail' })
    const asked = await ask(user, paymentId)
    await sandbox.calm()
    expect(asked.status, asked.text).toBe(200)
    expect(asked.data).toMatchObject({ status: 'completed', refund: { status: 'approved' } })
    const deps = depsOf()
    await sweepRefunds(deps, Date.now())
    expect((await moneyOf(paymentId)).refunds).toEqual(['approved'])
    await sweepRefunds(deps, Date.now() + HOUR)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'refunded', sum: 0, refunds: ['succeeded'] })
  })

  test('a refund whose response was lost is found days later, and the money is refunded once', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, (await aProduct()).id)
    const intent = await intentOf(paymentId)
    await sandbox.faults({ stripeApi: 'fail' })
    await ask(user, paymentId)
    await sandbox.calm()
    const { reference = '' } = (await rowOf(paymentId)) ?? {}
    // Stripe created the refund despite the error, so long ago that its idempotency key has expired.
    await stripe.refunds.create({ payment_intent: intent, metadata: { refund_reference: reference } })
    await sweepRefunds(depsOf(), Date.now() + 3 * DAY)
    expect(await sandbox.refundsOf(intent)).toHaveLength(1)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'refunded', sum: 0, refunds: ['succeeded'] })
  })

  test('for hours, support is notified once', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, (await aProduct()).id)
    const before = (await mailsQueuedTo(support, 'refund-trouble')).length
    await sandbox.faults({ stripeApi: 'fail' })
    await ask(user, paymentId)
    await env.DB.prepare('UPDATE refunds SET attempts = 8 WHERE payment_id = ?').bind(paymentId).run()
    for (const later of [1, 8]) await sweepRefunds(depsOf(), Date.now() + later * HOUR)
    await sandbox.calm()
    expect((await mailsQueuedTo(support, 'refund-trouble')).length - before).toBe(1)
    expect((await rowOf(paymentId))?.attempts).toBe(10)
  }, 20_000)

  test('for hours and then refuses the refund, support is notified of both', async () => {
    const user = await aUser()
    const { paymentId } = await bought(user, (await aProduct()).id)
    const before = (await mailsQueuedTo(support, 'refund-trouble')).length
    await sandbox.faults({ stripeApi: 'fail' })
    await ask(user, paymentId)
    await env.DB.prepare('UPDATE refunds SET attempts = 8 WHERE payment_id = ?').bind(paymentId).run()
    await sweepRefunds(depsOf(), Date.now() + HOUR)
    await sandbox.calm()
    await sandbox.dispute(await intentOf(paymentId))
    await sweepRefunds(depsOf(), Date.now() + 8 * HOUR)
    expect((await rowOf(paymentId))?.status).toBe('failed')
    expect((await mailsQueuedTo(support, 'refund-trouble')).length - before).toBe(2)
  }, 20_000)
})

test('a refund that Stripe refuses is marked failed, and support and buyer are notified', async () => {
  const user = await aUser()
  const { paymentId } = await bought(user, (await aProduct()).id)
  const intent = await intentOf(paymentId)
  // The payment was disputed a moment ago, and the webhook has not arrived.
  await sandbox.dispute(intent)
  const before = (await mailsQueuedTo(support, 'refund-trouble')).length
  const asked = await ask(user, paymentId)
  expect(asked.data).toMatchObject({ status: 'disputed', refund: { status: 'failed' } })
  expect((await rowOf(paymentId))?.last_error).toContain('charged back')
  expect((await mailsQueuedTo(support, 'refund-trouble')).length - before).toBe(1)
  const { kept } = await readHub(user.id)
  expect(kept.map(({ title }) => title)).toContain('Refund failed')
})

test('a refund that the bank rejects is marked failed, restores access and refers the buyer to support', async () => {
  const user = await aUser()
  const product = await aProduct()
  const { paymentId } = await bought(user, product.id)
  await ask(user, paymentId)
  const [refund] = await sandbox.refundsOf(await intentOf(paymentId))
  await happens(() => sandbox.failRefund(refund?.id ?? ''))
  expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', sum: 1950, refunds: ['failed'] })
  expect((await user.fetch('GET', `/api/download/file/${product.id}`)).status).toBe(200)
  const [purchase] = await purchasesOf(user)
  expect(purchase?.refundable.reason).toContain('Our support team knows')
})

describe('a Worker that dies during a refund request', () => {
  // invariant: one-refund-at-a-time
  test(
    'after any of its calls still leads to one refund and one mail after the next sweep',
    async () => {
      const rehearsal = await aUser()
      const { paymentId: whole } = await bought(rehearsal, (await aProduct()).id)
      const counted = mortal(withPausedQueue().bindings, null)
      await rehearsal.again(counted.bindings).post(`/api/user/purchases/${whole}/refund`)
      expect(counted.count.calls).toBeGreaterThan(10)

      for (const last of momentsUpTo(counted.count.calls)) {
        const name = `after ${last} of ${counted.count.calls} calls`
        const user = await aUser()
        const { paymentId } = await bought(user, (await aProduct()).id)
        const { bindings } = withPausedQueue()
        await user
          .again(mortal(bindings, last).bindings)
          .post(`/api/user/purchases/${paymentId}/refund`)
          .catch(() => undefined)
        const asked = (await moneyOf(paymentId)).refunds.length > 0
        await sweepRefunds(depsOf(bindings), Date.now() + HOUR)
        const status = asked ? 'refunded' : 'completed'
        expect((await moneyOf(paymentId)).status, name).toBe(status)
        // A buyer who got no response repeats the request.
        await ask(user, paymentId)
        expect(await moneyOf(paymentId), name).toMatchObject({
          status: 'refunded',
          sum: 0,
          refunds: ['succeeded'],
        })
        expect(await sandbox.refundsOf(await intentOf(paymentId)), name).toHaveLength(1)
        expect(await mailsQueuedTo(user.email, 'money-moved'), name).toHaveLength(1)
      }
    },
    patience(120_000),
  )
})
