import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '#shared/core/time.ts'
import { aUser } from '../../../testing/clients.ts'
import { momentsUpTo, patience } from '../../../testing/depth.ts'
import { readHub } from '../../../testing/hubs.ts'
import { consumeLater, mortal, sweepEverything } from '../../../testing/mortal.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { intentsOf, stripe } from '../../../testing/provider-world.ts'
import { bought, buy, deliver } from '../../../testing/purchases.ts'
import { type SandboxEvent, sandbox } from '../../../testing/sandbox.ts'
import { depsOf, withPausedQueue } from '../../../testing/shop.ts'
import { findById } from '../store.ts'
import { settlePayment } from './settle-payment.ts'
import { writeRefundOrDispute } from './write-refund-or-dispute.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

type Bought = Awaited<ReturnType<typeof buyNow>>

async function buyNow(monthly: boolean) {
  const user = await aUser()
  const product = await aProduct({ isSubscription: monthly })
  const opened = await bought(user, product.id, monthly ? 'subscription' : 'one-time')
  const [intent = ''] = await intentsOf(opened.checkoutId)
  const session = await stripe.checkout.sessions.retrieve(opened.checkoutId)
  return { user, ...opened, intent, subscription: String(session.subscription) }
}

type Case = {
  name: string
  monthly: boolean
  /** The change at Stripe; `told` is the type of its only event that arrives. */
  happens: (purchase: Bought) => Promise<unknown>
  told: SandboxEvent['type']
  after: {
    payments: string[]
    ledger: number
    grants: number[]
    subscription: string | null
    mails: string[]
  }
}

const none = { subscription: null }
const receipt = 'receipt'
const cases: Case[] = [
  {
    name: 'a refund',
    monthly: false,
    told: 'charge.refunded',
    happens: ({ intent }) => stripe.refunds.create({ payment_intent: intent }),
    after: { ...none, payments: ['refunded'], ledger: 0, grants: [0], mails: ['money-moved', receipt] },
  },
  {
    name: 'a refund in part',
    monthly: false,
    told: 'refund.created',
    happens: ({ intent }) => stripe.refunds.create({ payment_intent: intent, amount: 950 }),
    after: {
      ...none,
      payments: ['partially_refunded'],
      ledger: 1000,
      grants: [1],
      mails: ['money-moved', receipt],
    },
  },
  {
    name: 'a refund of a running subscription',
    monthly: true,
    told: 'charge.refunded',
    happens: ({ intent }) => stripe.refunds.create({ payment_intent: intent }),
    after: {
      payments: ['refunded'],
      ledger: 0,
      grants: [0],
      subscription: 'canceled',
      mails: ['money-moved', receipt],
    },
  },
  {
    name: 'a renewal',
    monthly: true,
    told: 'invoice.paid',
    happens: ({ subscription }) => sandbox.subscription(subscription, 'renew'),
    after: {
      payments: ['completed', 'completed'],
      ledger: 3900,
      grants: [1],
      subscription: 'active',
      mails: [receipt, receipt],
    },
  },
]

async function booksOf(paymentId: number) {
  const all = <Row>(sql: string) => env.DB.prepare(sql).bind(paymentId).all<Row>()
  const mine = `SELECT p.id FROM payments p WHERE p.id = ?1 OR p.subscription_id = (SELECT q.subscription_id FROM payments q WHERE q.id = ?1)`
  const [payments, ledger, grants, subscriptions, mails, outboxRows] = await Promise.all([
    all<{ status: string }>(`SELECT status FROM payments WHERE id IN (${mine}) ORDER BY id`),
    all<{ cents: number }>(
      `SELECT sum(amount_cents) AS cents FROM ledger_entries WHERE payment_id IN (${mine})`,
    ),
    all<{ open: number }>(`SELECT is_active AS open FROM user_scripts WHERE payment_id IN (${mine})`),
    all<{ status: string }>(
      'SELECT status FROM subscriptions WHERE id = (SELECT subscription_id FROM payments WHERE id = ?1)',
    ),
    all<{ template: string; status: string }>(
      `SELECT template, status FROM email_deliveries WHERE payment_id IN (${mine}) ORDER BY template`,
    ),
    all<{ n: number }>(
      `SELECT count(*) AS n FROM outbox WHERE dispatched_at IS NULL AND json_extract(payload, '$.userId') =
        (SELECT user_id FROM payments WHERE id = ?1)`,
    ),
  ])
  return {
    payments: payments.results.map(({ status }) => status),
    ledger: ledger.results[0]?.cents,
    grants: grants.results.map(({ open }) => open),
    subscription: subscriptions.results[0]?.status ?? null,
    mails: mails.results.map(({ template }) => template),
    unsent: mails.results.filter(({ status }) => status !== 'sent').length,
    open: outboxRows.results[0]?.n,
  }
}

test('a decision about an older revision of a payment writes nothing', async () => {
  const { paymentId } = await buyNow(false)
  const deps = depsOf()
  const seen = await findById(deps.db, paymentId)
  if (!seen) throw new Error('The payment was not stored')
  const change = (refundedCents: number) =>
    writeRefundOrDispute(
      deps,
      seen,
      { to: { status: 'partially_refunded', refundedCents }, failed: [] },
      'webhook',
      Date.now(),
    )
  expect(await Promise.all([change(500), change(700)])).toContain(false)
  expect(await change(900)).toBe(false)
  await deps.idle()
  const [row] = (
    await env.DB.prepare(
      `SELECT p.refunded_cents AS refunded, p.revision, (SELECT sum(l.amount_cents) FROM ledger_entries l
        WHERE l.payment_id = p.id) AS ledger, (SELECT count(*) FROM email_deliveries d
        WHERE d.payment_id = p.id AND d.template = 'money-moved') AS told FROM payments p WHERE p.id = ?`,
    )
      .bind(paymentId)
      .all<{ refunded: number; revision: number; ledger: number; told: number }>()
  ).results
  expect([500, 700]).toContain(row?.refunded)
  expect(row).toMatchObject({ revision: 3, ledger: 1950 - (row?.refunded ?? 0), told: 1 })
  // The mail provider and the hub recognize repeated messages by these keys: the keys must not change.
  const keys = [
    `change:${paymentId}:3`,
    `money:${paymentId}:3:1`,
    `purchase:${paymentId}`,
    `receipt:${paymentId}:1`,
  ]
  const found = await env.DB.prepare(
    'SELECT key FROM outbox WHERE key IN (?, ?, ?, ?) AND dispatched_at IS NOT NULL ORDER BY key',
  )
    .bind(...keys)
    .all<{ key: string }>()
  expect(found.results.map(({ key }) => key)).toEqual(keys)
})

test('an outdated observation is corrected by a second request to the provider', async () => {
  const { paymentId, intent, checkoutId } = await buyNow(false)
  const deps = depsOf()
  const seen = await findById(deps.db, paymentId)
  if (!seen) throw new Error('The payment was not stored')
  const { stripe: real } = deps.providers
  const dispute = await sandbox.dispute(intent)
  const early = await real.observe(checkoutId)
  await sandbox.endDispute(dispute, 'won')
  // Another handler checks the payment now, and finds nothing to do.
  expect(await settlePayment(deps, seen, checkoutId, 'webhook', Date.now())).toMatchObject({
    outcome: 'ignored',
  })
  let asked = 0
  const slow = { ...real, observe: async (id: string) => (asked++ === 0 ? early : real.observe(id)) }
  const providers = { ...deps.providers, stripe: slow }
  await settlePayment({ ...deps, providers }, seen, checkoutId, 'webhook', Date.now())
  await deps.idle()
  expect((await booksOf(paymentId)).payments).toEqual(['completed'])
  expect(await booksOf(paymentId)).toMatchObject({ ledger: 1950, grants: [1] })
})

test('a payment that was paid and refunded before its first event is settled and refunded by that event', async () => {
  const { paymentId, checkoutId } = await buy(await aUser(), (await aProduct()).id)
  const events = await sandbox.eventsOf(() => sandbox.pay(checkoutId))
  const [intent = ''] = await intentsOf(checkoutId)
  await stripe.refunds.create({ payment_intent: intent })
  const event = events.find(({ type }) => type === 'checkout.session.completed')
  expect((await deliver(await sandbox.signed(event?.id ?? ''))).status).toBe(200)
  expect(await booksOf(paymentId)).toMatchObject({ payments: ['refunded'], ledger: 0, grants: [0] })
})

describe.each(cases)('a Worker that dies while it handles $name', (one) => {
  const { monthly, happens, told, after } = one
  const happening = async () => {
    const purchase = await buyNow(monthly)
    const events = await sandbox.eventsOf(() => happens(purchase))
    const event = events.find(({ type }) => type === told)
    return { ...purchase, signed: await sandbox.signed(event?.id ?? '') }
  }

  test(
    'before or after any call leaves nothing undone after one redelivery and one sweep',
    async () => {
      const whole = await happening()
      const rehearsal = mortal(withPausedQueue().bindings, null)
      expect((await deliver(whole.signed, rehearsal.bindings)).status).toBe(200)
      const { calls } = rehearsal.count
      expect(calls).toBeGreaterThanOrEqual(8)
      for (const at of momentsUpTo(calls, cases.indexOf(one))) {
        const { user, paymentId, signed } = await happening()
        const { bindings, sent } = withPausedQueue()
        await deliver(signed, mortal(bindings, at).bindings).catch(() => undefined)
        expect((await deliver(signed, bindings)).status).toBe(200)
        await sweepEverything(bindings, Date.now() + HOUR)
        await consumeLater(sent, bindings)
        expect(await booksOf(paymentId), `after call ${at} of ${calls}`).toEqual({
          ...after,
          unsent: 0,
          open: 0,
        })
        const bell = (await readHub(user.id)).kept.map(({ id }) => id)
        expect(new Set(bell).size).toBe(bell.length)
      }
    },
    patience(200_000),
  )
})
