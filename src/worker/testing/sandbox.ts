import { env } from 'cloudflare:workers'
import type Stripe from 'stripe'
import type { CollectingProvider, CryptoProvider } from '#shared/payments/contract.ts'
import type { Invoice } from '../../../sandbox/btcpay/invoice.ts'
import type { PullPayment } from '../../../sandbox/btcpay/pull-payment.ts'
import type { Checkout } from '../../../sandbox/coinbase/checkout.ts'
import { type Faults, noFaults } from '../../../sandbox/faults/faults.ts'
import { SHOP } from './shop.ts'

type Provider = CollectingProvider | 'resend'
export type SandboxEvent = {
  id: string
  provider: Provider
  type: string
  object: string
  /** For the other providers the body that they send. */
  event: Stripe.Event
}
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
/** An event as it is sent; `header` is the signature, `headers` all of them, where a test wants to change some. */
export type Signed = {
  payload: string
  header: string
  headers?: Record<string, string>
  provider?: Provider
}

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
/** Stripe's objects of one kind, newest first, filtered by `query`. */
const list = <T>(kind: string, query: Record<string, string>) =>
  read<T[]>(`/sandbox/stripe/${kind}.json?${new URLSearchParams(query)}`)
const checkout = (id: string, button: string, body?: object) =>
  call('POST', `/sandbox/stripe/checkout/${id}/${button}`, body)

/** The two crypto providers have ids of different forms. */
const cryptoPage = (id: string) =>
  /^[0-9a-f]{24}$/.test(id) ? `/sandbox/coinbase/checkout/${id}` : `/sandbox/btcpay/checkout/${id}`
const crypto = (id: string, button: string, body?: object) =>
  call('POST', `${cryptoPage(id)}/${button}`, body)

async function ofStripe<T>(path: string): Promise<T> {
  const headers = { authorization: `Bearer ${env.STRIPE_SECRET_KEY}` }
  const response = await env.SANDBOX?.fetch(`https://api.stripe.com${path}`, { headers })
  if (!response?.ok) throw new Error(`${path}: ${await response?.text()}`)
  return response.json()
}

/** The outside world, simulated by the sandbox Worker: the payment providers, their buyers and the mail provider. */
export const sandbox = {
  /** No faults; webhooks are held back until the test sends them. */
  calm: () => call('PUT', '/sandbox/faults', { ...noFaults, webhooks: 'hold' }),
  faults: (patch: Partial<Faults>) => call('PUT', '/sandbox/faults', patch),
  /** The faults that are still to happen. */
  faultsLeft: () => read<Faults>('/sandbox/faults.json'),

  /** `card`: the fingerprint of the buyer's card; absent: a new one. `at`: where Stripe's page asks for it. */
  pay: (checkoutId: string, card?: string, at?: { country: string; taxId?: string }) =>
    checkout(checkoutId, 'pay', { ...(card !== undefined && { card }), ...at }),
  payLater: (checkoutId: string) => checkout(checkoutId, 'async-pay'),
  moneyArrives: (checkoutId: string) => checkout(checkoutId, 'async-succeed'),
  moneyFails: (checkoutId: string) => checkout(checkoutId, 'async-fail'),
  decline: (checkoutId: string) => checkout(checkoutId, 'decline'),
  expire: (checkoutId: string) => checkout(checkoutId, 'expire'),

  /** A guest pays at a page outside the shop; `productId` overrides the page's product. */
  payByLink: (plan: string, email: string, productId?: number) =>
    call('POST', `/sandbox/pay/${plan}/card/pay`, { email, productId }),

  /** `payByLink` in crypto; `cents` overrides the page's price. */
  payByCryptoLink: (
    plan: string,
    email: string,
    change: { provider?: CryptoProvider; productId?: number; cents?: number } = {},
  ) => call('POST', `/sandbox/pay/${plan}/crypto/pay`, { email, ...change }),

  /** Opens such a page at BTCPay without paying. Returns the id of its checkout. */
  openCryptoLink: async (plan: string, email: string, productId: number) => {
    const form = { email, provider: 'btcpay', productId }
    const opened = await call('POST', `/sandbox/pay/${plan}/crypto/open`, form)
    return opened.headers.get('location')?.split('/').at(-1) ?? ''
  },

  /** Pays in full at either crypto provider; at BTCPay also the amount due, or after the expiry. */
  cryptoPay: (checkoutId: string) => crypto(checkoutId, 'pay'),
  /** Pays `amount` in US dollars ("12.50"), whatever the price. Only BTCPay accepts another amount. */
  cryptoSend: (checkoutId: string, amount: string) => crypto(checkoutId, 'pay', { amount }),
  /** Pays in full, or `amount` at BTCPay, without a confirmation by the network. */
  cryptoPayUnconfirmed: (checkoutId: string, amount?: string) =>
    cryptoPage(checkoutId).includes('coinbase')
      ? crypto(checkoutId, 'send')
      : crypto(checkoutId, 'pay', { unconfirmed: true, ...(amount !== undefined && { amount }) }),
  cryptoConfirm: (checkoutId: string) => crypto(checkoutId, 'confirm'),
  /** The unconfirmed payment never arrives. */
  cryptoLose: (checkoutId: string) =>
    crypto(checkoutId, cryptoPage(checkoutId).includes('coinbase') ? 'decline' : 'lose'),
  cryptoDecline: (checkoutId: string) => crypto(checkoutId, 'decline'),
  cryptoExpire: (checkoutId: string) => crypto(checkoutId, 'expire'),
  /** Refunds in the dashboard of Coinbase; `amount` as "12.50", in full where absent. */
  coinbaseRefund: (checkoutId: string, amount?: string) => crypto(checkoutId, 'refund', { amount }),
  coinbaseRefundFails: (checkoutId: string, refundId: string) =>
    crypto(checkoutId, `refunds/${refundId}/fail`),
  coinbaseCheckouts: () => read<Checkout[]>('/sandbox/coinbase/checkouts.json'),
  btcpayInvoices: () => read<Invoice[]>('/sandbox/btcpay/invoices.json'),
  /** Claims a refund that BTCPay offers. */
  claim: (pullPaymentId: string, address: string) =>
    call('POST', `/sandbox/btcpay/pull-payments/${pullPaymentId}/claim`, { address }),
  pullPayments: () => read<PullPayment[]>('/sandbox/btcpay/pull-payments.json'),

  session: async (id: string) => (await list<Stripe.Checkout.Session>('sessions', { id }))[0],
  sessionsOf: (reference: string) =>
    list<Stripe.Checkout.Session>('sessions', { client_reference_id: reference }),
  sessions: () => read<Stripe.Checkout.Session[]>('/sandbox/stripe/sessions.json'),
  /** The charge of a subscription's latest invoice. */
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
  subscription: (
    id: string,
    verb: 'renew' | 'fail' | 'cancel' | 'give-up' | 'end-trial' | 'announce-trial-end',
  ) => call('POST', `/sandbox/stripe/subscriptions/${id}/${verb}`),

  /** Refunds in Stripe's dashboard: `amount` cents, or all that is left. */
  refund: (intentId: string, amount?: number) =>
    call('POST', '/sandbox/stripe/refunds', { payment_intent: intentId, amount }),
  /** The buyer's bank disputes a payment. Returns the dispute's id. */
  dispute: async (intentId: string) => {
    const opened = await call('POST', '/sandbox/stripe/disputes', { payment_intent: intentId })
    return ((await opened.json()) as { id: string }).id
  },
  endDispute: (disputeId: string, outcome: 'won' | 'lost' | 'warning_closed') =>
    call('POST', `/sandbox/stripe/disputes/${disputeId}/${outcome}`),
  /** `review`: the bank reviews the shop's evidence. `escalate`: an inquiry becomes a dispute. */
  moveDispute: (disputeId: string, verb: 'review' | 'escalate') =>
    call('POST', `/sandbox/stripe/disputes/${disputeId}/${verb}`),
  /** The buyer's bank inquires before it disputes. Returns the inquiry's id. */
  inquire: async (intentId: string) => {
    const opened = await call('POST', '/sandbox/stripe/inquiries', { payment_intent: intentId })
    return ((await opened.json()) as { id: string }).id
  },
  /** The issuer of the card reports the payment as probable fraud. */
  warnOfFraud: (intentId: string) =>
    call('POST', '/sandbox/stripe/fraud-warnings', { payment_intent: intentId }),
  refundsOf: (intentId: string) => list<Stripe.Refund>('refunds', { payment_intent: intentId }),
  /** The buyer's bank rejects a refund. */
  failRefund: (refundId: string) => call('POST', `/sandbox/stripe/refunds/${refundId}/fail`),
  disputesOf: (intentId: string) => list<Stripe.Dispute>('disputes', { payment_intent: intentId }),
  /** The money movement behind the latest period of a subscription. */
  intentOfSubscription: async (id: string) => {
    const { latest_invoice: latest } = (await sandbox.stripeSubscription(id)) ?? {}
    const [link] = await list<Stripe.InvoicePayment>('invoice-payments', { invoice: String(latest) })
    return String(link?.payment.payment_intent)
  },
  stripeSubscription: async (id: string) => (await list<Stripe.Subscription>('subscriptions', { id }))[0],

  /** Changes a subscription at Stripe itself, as its dashboard or portal does. */
  updateSubscription: async (id: string, change: Record<string, string | number>) => {
    const body = new URLSearchParams(Object.entries(change).map(([name, value]) => [name, String(value)]))
    const headers = { authorization: `Bearer ${env.STRIPE_SECRET_KEY}` }
    const url = `https://api.stripe.com/v1/subscriptions/${id}`
    const response = await env.SANDBOX?.fetch(url, { method: 'POST', headers, body })
    if (!response?.ok) throw new Error(`Not updated: ${await response?.text()}`)
  },

  /** All events, sent as webhooks or held back, in the order in which they happened. */
  allEvents: async () => (await read<SandboxEvent[]>('/sandbox/stripe/events.json')).reverse(),
  /** The providers' events that `doing` causes, in the order in which they happened. */
  eventsOf: async (doing: () => Promise<unknown>): Promise<SandboxEvent[]> => {
    const [last] = await list<SandboxEvent>('events', { limit: '1' })
    await doing()
    return (await list<SandboxEvent>('events', { after: last?.id ?? '' })).reverse()
  },
  /** The mail provider's events, in the order in which they happened. */
  mailEvents: async () => (await list<SandboxEvent>('events', { of: 'mails' })).reverse(),
  signed: (eventId: string) => read<Signed>(`/sandbox/stripe/events/${eventId}/signed`),

  /** The inbox of one address, newest first. */
  mails: (to: string) => read<SandboxMail[]>(`/sandbox/mail.json?to=${encodeURIComponent(to)}`),
}
