import { env } from 'cloudflare:workers'
import type Stripe from 'stripe'
import { expect } from 'vitest'
import { HOUR } from '#shared/core/time.ts'
import type { EventMessage, PurchaseType } from '#shared/payments/contract.ts'
import { hmacSha256 } from '../core/tokens.ts'
import { EVENTS_QUEUE } from '../jobs.ts'
import type { Env } from '../providers/env.ts'
import type { CheckoutOrder } from '../providers/payment-provider.ts'
import { aUser, confirmAddress, type SignedIn } from './clients.ts'
import type { Signed } from './sandbox.ts'
import { sandbox } from './sandbox.ts'
import { ask, consume, SHOP, unique } from './shop.ts'

export type Opened = { paymentId: number; checkoutId: string; url: string }

/** Opens a checkout and leaves it unpaid. */
export async function buy(
  client: SignedIn,
  productId: number,
  purchaseType: PurchaseType = 'one-time',
  couponId: number | null = null,
): Promise<Opened> {
  if (couponId !== null) await confirmAddress(client)
  const created = await client.post<{ id: number; url: string }>('/api/payment/create', {
    productId,
    purchaseType,
    provider: 'stripe',
    email: client.email,
    clientPaymentId: unique('visit'),
    couponId,
  })
  expect(created.status, created.text).toBe(201)
  const { id, url } = created.data
  return { paymentId: id, checkoutId: url.split('/').at(-1) ?? '', url }
}

/** Buys, pays and delivers every event: a settled purchase, for tests of later steps. */
export async function bought(client: SignedIn, productId: number, purchaseType: PurchaseType = 'one-time') {
  const opened = await buy(client, productId, purchaseType)
  const events = await sandbox.eventsOf(() => sandbox.pay(opened.checkoutId))
  for (const { id } of events)
    expect((await deliver(await sandbox.signed(id), client.bindings)).status).toBe(200)
  return { ...opened, events }
}

/** Runs `doing` at a provider, and delivers all its events to the shop. */
export async function happens(doing: () => Promise<unknown>, bindings: Env = env) {
  const events = await sandbox.eventsOf(doing)
  for (const { id } of events) expect((await deliver(await sandbox.signed(id), bindings)).status).toBe(200)
  return events
}

/** The provider's id of this payment's money movement, which refunds and disputes name. */
export const intentOf = async (paymentId: number): Promise<string> =>
  (
    await env.DB.prepare('SELECT intent_id FROM payments WHERE id = ?')
      .bind(paymentId)
      .first<{ intent_id: string }>()
  )?.intent_id ?? ''

/** The money of one payment: its status and amounts, its ledger entries, and our own refunds of it. */
export async function moneyOf(paymentId: number) {
  const [payment, entries, refunds] = await Promise.all([
    env.DB.prepare('SELECT status, amount_cents, refunded_cents FROM payments WHERE id = ?')
      .bind(paymentId)
      .first<{ status: string; amount_cents: number; refunded_cents: number }>(),
    env.DB.prepare('SELECT kind, amount_cents FROM ledger_entries WHERE payment_id = ? ORDER BY id')
      .bind(paymentId)
      .all<{ kind: string; amount_cents: number }>(),
    env.DB.prepare('SELECT status, amount_cents, last_error FROM refunds WHERE payment_id = ? ORDER BY id')
      .bind(paymentId)
      .all<{ status: string; amount_cents: number; last_error: string | null }>(),
  ])
  const { status = '', amount_cents: paid = 0, refunded_cents: refunded = 0 } = payment ?? {}
  const ledger = entries.results
  return {
    status,
    paid,
    refunded,
    ledger: ledger.map(({ kind, amount_cents }) => `${kind} ${amount_cents}`),
    sum: ledger.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    refunds: refunds.results.map((one) => one.status),
  }
}

/**
 * Posts a provider's webhook and handles the stored event by the queue's consumer with the same bindings. The message
 * bypasses the real queue, whose consumer runs with other bindings at another time. Returns the endpoint's response.
 * @throws where the event was not handled, and was not postponed because another one must come first
 */
export async function deliver(signed: Signed, bindings: Env = env): Promise<Response> {
  const messages: EventMessage[] = []
  const send = async (message: EventMessage) => {
    if (bindings.EVENTS !== env.EVENTS) await bindings.EVENTS.send(message)
    messages.push(message)
  }
  const answer = await postWebhook(signed, { ...bindings, EVENTS: { send } as unknown as Env['EVENTS'] })
  if (messages.length > 0) await consume(messages, { queue: EVENTS_QUEUE }, bindings)
  for (const message of messages) await expectFollowed(message)
  return answer
}

async function expectFollowed({ provider, eventId }: EventMessage): Promise<void> {
  const row = await env.DB.prepare(
    'SELECT handled_at, attempts, last_error FROM webhook_events WHERE provider = ? AND event_id = ?',
  )
    .bind(provider, eventId)
    .first<{ handled_at: number | null; attempts: number; last_error: string | null }>()
  const isPostponed = row !== null && row.attempts > 0 && row.last_error === null
  if (row?.handled_at == null && !isPostponed)
    throw new Error(`Not handled: ${eventId}: ${row?.last_error ?? 'no attempt was finished'}`)
}

/** Posts a webhook as a provider does: no cookie, no Origin. The provider is Stripe unless the event names another. */
export function postWebhook(
  { payload, header, headers: all, provider = 'stripe' }: Signed,
  bindings: Env = env,
): Promise<Response> {
  const headers = all ?? {
    'content-type': 'application/json',
    ...(header && { 'stripe-signature': header }),
  }
  return ask(
    new Request(`${SHOP}/api/webhooks/${provider}`, { method: 'POST', headers, body: payload }),
    bindings,
  )
}

/** Signs any payload as Stripe does; `at` in epoch milliseconds. */
export async function sign(
  payload: string,
  { secret = env.STRIPE_WEBHOOK_SECRET, at = Date.now() } = {},
): Promise<Signed> {
  const t = Math.floor(at / 1000)
  const mac = await hmacSha256(secret, `${t}.${payload}`)
  return { payload, header: `t=${t},v1=${mac.toHex()}` }
}

/** The checkout sessions at Stripe of one payment. */
export async function sessionsOf(paymentId: number): Promise<Stripe.Checkout.Session[]> {
  return sandbox.sessionsOf((await booksOf(paymentId)).payment?.reference ?? 'none')
}

/** The rows about one payment. */
export async function booksOf(paymentId: number) {
  const one = <Row>(text: string) => env.DB.prepare(text).bind(paymentId).all<Row>()
  const [payment, grants, history, mails, outboxRows] = await Promise.all([
    one<{
      status: string
      flagged_reason: string | null
      checkout_id: string | null
      payment_date: number | null
      next_check_at: number | null
      amount_cents: number
      reference: string
      order_reference: string
      terms_version: string | null
      user_id: number
    }>('SELECT * FROM payments WHERE id = ?'),
    one<{
      id: number
      user_id: number
      script_id: number
      subscription_id: number | null
      is_active: number
    }>('SELECT * FROM user_scripts WHERE payment_id = ?'),
    one<{ kind: string; source: string }>('SELECT kind, source FROM payment_events WHERE payment_id = ?'),
    one<{
      id: number
      key: string
      template: string
      status: string
      attempts: number
      last_error: string | null
      next_attempt_at: number | null
      to_address: string
    }>('SELECT * FROM email_deliveries WHERE payment_id = ?'),
    one<{ key: string; topic: string; dispatched_at: number | null }>(
      "SELECT key, topic, dispatched_at FROM outbox WHERE key = 'purchase:' || CAST(?1 AS INTEGER) OR key LIKE 'receipt:' || CAST(?1 AS INTEGER) || ':%'",
    ),
  ])
  return {
    payment: payment.results[0],
    grants: grants.results,
    history: history.results,
    mails: mails.results.filter(({ template }) => template !== 'alert'),
    alerts: mails.results.filter(({ template }) => template === 'alert'),
    outboxRows: outboxRows.results,
  }
}

/** A payment's status and flag, whether each of its grants is active (1), and the number of alerts to support. */
export async function flagStateOf(paymentId: number) {
  const { payment, grants, alerts } = await booksOf(paymentId)
  return {
    status: payment?.status,
    flagged: payment?.flagged_reason,
    access: grants.map(({ is_active }) => is_active),
    alerts: alerts.length,
  }
}

/** An admin completes the payment by hand, or clears its flag, by the answer to its question. Returns the admin. */
export const completeByHand = (paymentId: number, admin?: SignedIn): Promise<SignedIn> =>
  decideByHand(`/api/recovery/complete-payment/${paymentId}`, admin)

/** An admin closes the flagged payment without access, by the answer to its question. Returns the admin. */
export const closeByHand = (paymentId: number, admin?: SignedIn): Promise<SignedIn> =>
  decideByHand(`/api/recovery/close-payment/${paymentId}`, admin)

async function decideByHand(path: string, admin: SignedIn | undefined): Promise<SignedIn> {
  const by = admin ?? (await aUser({ admin: true }))
  const { status, data } = await by.post<{ revision?: number }>(path, {})
  // The provider's answer needs no confirmation.
  if (status === 200) return by
  const answer = await by.post(path, { confirm: true, revision: data?.revision })
  expect(answer.status, answer.text).toBe(200)
  return by
}

/** An order for a provider to collect, of a payment without a row. */
export const anOrder = (change: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  reference: crypto.randomUUID(),
  purchaseType: 'one-time',
  productName: 'Some farmer',
  amountCents: 4900,
  originalCents: 4900,
  currency: 'usd',
  trialDays: 0,
  email: 'buyer@mail.test',
  automaticTax: false,
  successUrl: `${env.PUBLIC_URL}/success?session_id=1&source=crypto`,
  cancelUrl: `${env.PUBLIC_URL}/cancel`,
  expiresAt: Date.now() + 23 * HOUR,
  ...change,
})
