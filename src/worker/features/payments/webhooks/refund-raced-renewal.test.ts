import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { HOUR, MINUTE } from '#shared/core/time.ts'
import { commit, openDb } from '../../../db/client.ts'
import type { Env } from '../../../providers/env.ts'
import { aUser, type SignedIn } from '../../../testing/clients.ts'
import { stockPlans } from '../../../testing/products.ts'
import { bought, deliver, happens, intentOf } from '../../../testing/purchases.ts'
import { aReader } from '../../../testing/readers.ts'
import { type SandboxEvent, sandbox } from '../../../testing/sandbox.ts'
import { depsOf, unique } from '../../../testing/shop.ts'
import { sweepRefunds } from '../../refunds/sweep-refunds.ts'
import { assignGuestPurchases } from '../guests/writes.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { writeSettlement } from '../settlement/write-settlement.ts'
import { findByCheckout } from '../store.ts'
import { racedSince } from './refund-raced-renewal.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)
beforeEach(sandbox.calm)

async function aSubscriber() {
  const user = await aUser()
  const { paymentId } = await bought(user, PREMIUM_ID, 'subscription')
  const stripeId =
    (await env.DB.prepare('SELECT stripe_subscription_id AS id FROM subscriptions WHERE user_id = ?')
      .bind(user.id)
      .first<string>('id')) ?? ''
  return { user, paymentId, stripeId, intent: await intentOf(paymentId) }
}

const paymentsOf = async (user: SignedIn) =>
  (
    await env.DB.prepare('SELECT status, intent_id FROM payments WHERE user_id = ? ORDER BY id')
      .bind(user.id)
      .all<{ status: string; intent_id: string }>()
  ).results

async function arrive(events: SandboxEvent[], bindings: Env = env) {
  for (const { id } of events) expect((await deliver(await sandbox.signed(id), bindings)).status).toBe(200)
}

/** Bindings whose cancellation of a subscription reaches Stripe just after this number of renewals was paid. */
function renewedFirst(stripeId: string, times = 1): Env {
  let isFirst = true
  const fetch = async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    if (isFirst && request.method === 'DELETE' && request.url.endsWith(stripeId)) {
      isFirst = false
      for (let time = 0; time < times; time++) await sandbox.subscription(stripeId, 'renew')
    }
    return (await env.SANDBOX?.fetch(request)) ?? new Response(null, { status: 500 })
  }
  return { ...env, SANDBOX: { fetch } as Fetcher }
}

/** Bindings under which all invoices are paid from the customer's balance at Stripe. */
function withoutMoney(base: Env = env): Env {
  const fetch = async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    const answer = (await base.SANDBOX?.fetch(request)) ?? new Response(null, { status: 500 })
    if (!new URL(request.url).pathname.startsWith('/v1/invoices')) return answer
    const text = (await answer.text()).replace(/"amount_paid":\s*\d+/g, '"amount_paid":0')
    return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } })
  }
  return { ...base, SANDBOX: { fetch } as Fetcher }
}

describe('a renewal that is paid in the moment its subscription is ended', () => {
  test('and is covered by its customer’s balance is not refunded', async () => {
    const { user, stripeId, intent } = await aSubscriber()
    const events = await sandbox.eventsOf(async () => {
      const first = await sandbox.eventsOf(() => sandbox.refund(intent))
      await arrive(first, withoutMoney(renewedFirst(stripeId)))
    })
    await arrive(events, withoutMoney())
    const [, renewal] = await paymentsOf(user)
    expect(renewal?.status).toBe('completed')
  })

  test.each(['refund', 'dispute'] as const)('by a %s is refunded once', async (cause) => {
    const { user, stripeId, intent } = await aSubscriber()
    const bindings = renewedFirst(stripeId)
    const events = await sandbox.eventsOf(async () => {
      const first = await sandbox.eventsOf(async () => {
        if (cause === 'refund') await sandbox.refund(intent)
        else await sandbox.endDispute(await sandbox.dispute(intent), 'lost')
      })
      await arrive(first, bindings)
    })
    await arrive(events)
    await sweepRefunds(depsOf(), Date.now() + MINUTE)
    await arrive(events.toReversed())
    await sweepRefunds(depsOf(), Date.now() + HOUR)

    const [, renewal, ...more] = await paymentsOf(user)
    expect([renewal?.status, more]).toEqual(['refunded', []])
    const given = await sandbox.refundsOf(renewal?.intent_id ?? '')
    expect(given.map(({ amount }) => amount)).toEqual([2999])
    expect((await sandbox.stripeSubscription(stripeId))?.status).toBe('canceled')
  })

  test('is refunded also where a later renewal was paid in that moment too', async () => {
    const { user, stripeId, intent } = await aSubscriber()
    const events = await sandbox.eventsOf(async () => {
      await arrive(await sandbox.eventsOf(() => sandbox.refund(intent)), renewedFirst(stripeId, 2))
    })
    await arrive(events)
    await sweepRefunds(depsOf(), Date.now() + MINUTE)

    expect((await paymentsOf(user)).map(({ status }) => status)).toEqual(Array(3).fill('refunded'))
    for (const { intent_id } of (await paymentsOf(user)).slice(1))
      expect(await sandbox.refundsOf(intent_id)).toHaveLength(1)
  })

  test('by the deletion of its account is refunded once', async () => {
    const { user, stripeId } = await aSubscriber()
    const gone = user.again(renewedFirst(stripeId))
    const events = await sandbox.eventsOf(async () => {
      const body = JSON.stringify({ password: user.password })
      const headers = { 'content-type': 'application/json' }
      expect((await gone.fetch('DELETE', '/api/user/account', headers, body)).status).toBe(200)
    })
    for (const round of [events, events.toReversed()]) {
      await arrive(round)
      await sweepRefunds(depsOf(), Date.now() + MINUTE)
    }
    const [, renewal] = await paymentsOf(user)
    expect(renewal?.status).toBe('refunded')
    expect(await sandbox.refundsOf(renewal?.intent_id ?? '')).toHaveLength(1)
  })

  test('without a refund, a dispute or a deleted account is not refunded', async () => {
    const { user, stripeId } = await aSubscriber()
    await happens(() => sandbox.subscription(stripeId, 'renew'))
    await happens(() => sandbox.subscription(stripeId, 'cancel'))
    await sweepRefunds(depsOf(), Date.now() + MINUTE)
    expect((await paymentsOf(user)).map(({ status }) => status)).toEqual(['completed', 'completed'])
  })
})

test('a renewal counts as paid in the moment of an end from two minutes before that end', async () => {
  const { stripeId } = await aSubscriber()
  await happens(() => sandbox.subscription(stripeId, 'renew'))
  const { stripe } = depsOf().providers
  const [latest = ''] = await stripe.findPaidSince(stripeId, 0)
  const paidAt = (await stripe.findRenewal(latest))?.paidAt ?? 0
  const racedWith = (endedAt: number) => stripe.findPaidSince(stripeId, racedSince(endedAt))
  expect(await racedWith(paidAt + 2 * MINUTE)).toContain(latest)
  expect(await racedWith(paidAt - MINUTE)).toContain(latest)
  expect(await racedWith(paidAt + 3 * MINUTE)).toEqual([])
})

describe('an account that is deleted after a guest purchase was found to be its own', () => {
  /** A payment at a pay page whose events were not delivered yet. */
  async function aGuestPayment(email: string) {
    const events = await sandbox.eventsOf(() => sandbox.payByLink('lifetime', email))
    const completed = events.find(({ type }) => type === 'checkout.session.completed')
    return { events, checkoutId: completed?.object ?? '' }
  }
  const erase = (id: number) =>
    env.DB.prepare("UPDATE users SET deleted_at = 1, email_key = 'deleted:' || id WHERE id = ?")
      .bind(id)
      .run()

  test('does not get the payment: it stays a guest purchase of its address', async () => {
    const reader = await aReader()
    const { events, checkoutId } = await aGuestPayment(reader.email)
    // The event opens the payment, but does not settle it.
    await sandbox.faults({ stripeApi: 'fail' })
    for (const { id } of events) await deliver(await sandbox.signed(id)).catch(() => undefined)
    await sandbox.calm()
    const deps = depsOf()
    const target = await findByCheckout(deps.db, 'stripe', checkoutId)
    if (!target) throw new Error('The payment was not opened')
    const observed = await deps.providers.stripe.observe(checkoutId)
    if (observed.kind !== 'paid') throw new Error('It was not paid')
    await erase(reader.id)
    const buyer = { ...target, payment: { ...target.payment, userId: reader.id } }
    expect(await writeSettlement(deps, buyer, { checkoutId, observed }, 'webhook', Date.now())).toBe(false)

    expect(await settlePayment(deps, target, checkoutId, 'webhook', Date.now())).toMatchObject({
      outcome: 'settled',
    })
    const settled = await findByCheckout(deps.db, 'stripe', checkoutId)
    expect(settled?.payment).toMatchObject({ status: 'completed', userId: null, email: reader.email })
  })

  test('does not get the payment from the sweep either', async () => {
    const email = `${unique('guest')}@mail.test`
    const { events, checkoutId } = await aGuestPayment(email)
    await arrive(events)
    const reader = await aReader()
    await erase(reader.id)
    const db = openDb(env.DB)
    await commit(db, assignGuestPurchases(db, { userId: reader.id, emailKey: email, now: Date.now() }))
    const found = await findByCheckout(db, 'stripe', checkoutId)
    expect(found?.payment).toMatchObject({ userId: null, scriptId: LIFETIME_ID })
  })
})
