import { env } from 'cloudflare:workers'
import type Stripe from 'stripe'
import type { Faults } from '../../../sandbox/faults/faults.ts'
import { SHOP } from './shop.ts'

export type SandboxEvent = { id: string; type: string; object: string; event: Stripe.Event }
export type SandboxMail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  replyTo: string[]
  headers: Record<string, string>
  idempotencyKey: string | null
  repeats: number
}
export type Signed = { payload: string; header: string }

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  if (!env.SANDBOX) throw new Error('There is no sandbox beside this test')
  const init = body === undefined ? {} : { body: JSON.stringify(body) }
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const response = await env.SANDBOX.fetch(`${SHOP}${path}`, { method, headers, redirect: 'manual', ...init })
  if (response.status >= 400)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}

const read = async <T>(path: string) => (await (await call('GET', path)).json()) as T
const checkout = (id: string, button: string) => call('POST', `/sandbox/stripe/checkout/${id}/${button}`)

async function ofStripe<T>(path: string): Promise<T> {
  const headers = { authorization: `Bearer ${env.STRIPE_SECRET_KEY}` }
  const response = await env.SANDBOX?.fetch(`https://api.stripe.com${path}`, { headers })
  if (!response?.ok) throw new Error(`${path}: ${await response?.text()}`)
  return response.json()
}

/** The outside world: Stripe, its buyers and the mail provider, played by the sandbox Worker. */
export const sandbox = {
  /** Everything works; webhooks wait until the test sends them. */
  calm: async () => {
    await call('DELETE', '/sandbox/faults')
    await call('PUT', '/sandbox/faults', { webhooks: 'hold' })
  },
  faults: (patch: Partial<Faults>) => call('PUT', '/sandbox/faults', patch),

  pay: (checkoutId: string) => checkout(checkoutId, 'pay'),
  payLater: (checkoutId: string) => checkout(checkoutId, 'async-pay'),
  moneyArrives: (checkoutId: string) => checkout(checkoutId, 'async-succeed'),
  moneyFails: (checkoutId: string) => checkout(checkoutId, 'async-fail'),
  decline: (checkoutId: string) => checkout(checkoutId, 'decline'),
  expire: (checkoutId: string) => checkout(checkoutId, 'expire'),

  /** Somebody without an account pays at a page outside the shop; `productId` changes what the page says it sells. */
  payByLink: (plan: string, email: string, productId?: number) =>
    call('POST', `/sandbox/pay/${plan}/card/pay`, { email, productId }),

  session: async (checkoutId: string) =>
    (await read<Stripe.Checkout.Session[]>('/sandbox/stripe/sessions.json')).find(
      (session) => session.id === checkoutId,
    ),
  sessionsOf: async (reference: string) =>
    (await read<Stripe.Checkout.Session[]>('/sandbox/stripe/sessions.json')).filter(
      (session) => session.client_reference_id === reference,
    ),
  sessions: () => read<Stripe.Checkout.Session[]>('/sandbox/stripe/sessions.json'),

  /** What was done at Stripe itself, in its dashboard: `cents` back of what this intent collected. */
  refund: (intentId: string, cents?: number) =>
    call('POST', '/sandbox/stripe/refunds', { payment_intent: intentId, ...(cents && { amount: cents }) }),
  /** The buyer's bank takes the money back for now. The dispute's id. */
  dispute: async (intentId: string) => {
    const opened = await call('POST', '/sandbox/stripe/disputes', { payment_intent: intentId })
    return ((await opened.json()) as Stripe.Dispute).id
  },
  endDispute: (id: string, outcome: 'won' | 'lost') =>
    call('POST', `/sandbox/stripe/disputes/${id}/${outcome}`),
  /** What the latest invoice of a subscription collected. */
  latestCharge: async (subscriptionId: string): Promise<{ intentId: string; amountCents: number }> => {
    const query = new URLSearchParams({
      subscription: subscriptionId,
      limit: '1',
      'expand[0]': 'data.payments',
    })
    const { data } = await ofStripe<Stripe.ApiList<Stripe.Invoice>>(`/v1/invoices?${query}`)
    const paid = data[0]?.payments?.data.find(({ status }) => status === 'paid')
    const intentId = paid?.payment.payment_intent
    if (typeof intentId !== 'string') throw new Error('The subscription was not charged')
    return { intentId, amountCents: data[0]?.amount_paid ?? 0 }
  },

  subscription: (id: string, verb: 'renew' | 'fail' | 'cancel') =>
    call('POST', `/sandbox/stripe/subscriptions/${id}/${verb}`),

  /** A change that was made at Stripe itself, in its dashboard or portal. */
  updateSubscription: async (id: string, change: Record<string, string | number>) => {
    const body = new URLSearchParams(Object.entries(change).map(([name, value]) => [name, String(value)]))
    const headers = { authorization: `Bearer ${env.STRIPE_SECRET_KEY}` }
    const url = `https://api.stripe.com/v1/subscriptions/${id}`
    const response = await env.SANDBOX?.fetch(url, { method: 'POST', headers, body })
    if (!response?.ok) throw new Error(`Not updated: ${await response?.text()}`)
  },

  /** Everything that Stripe told, or would have told, in the order in which it happened. */
  allEvents: async () => (await read<SandboxEvent[]>('/sandbox/stripe/events.json')).reverse(),
  /** What `doing` makes Stripe tell us, in the order in which it happened. */
  eventsOf: async (doing: () => Promise<unknown>): Promise<SandboxEvent[]> => {
    const before = new Set((await read<SandboxEvent[]>('/sandbox/stripe/events.json')).map(({ id }) => id))
    await doing()
    const after = await read<SandboxEvent[]>('/sandbox/stripe/events.json')
    return after.filter(({ id }) => !before.has(id)).reverse()
  },
  signed: (eventId: string) => read<Signed>(`/sandbox/stripe/events/${eventId}/signed`),

  /** The inbox of one address, newest first. */
  mails: (to: string) => read<SandboxMail[]>(`/sandbox/mail.json?to=${encodeURIComponent(to)}`),
}
