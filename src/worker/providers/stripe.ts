import Stripe from 'stripe'
import type { Observation } from '../features/payments/rules.ts'
import type { SubscriptionStatus } from '../features/subscriptions/contract.ts'
import type { ProviderSubscription } from '../features/subscriptions/subscription-state.ts'
import type { Config } from './config.ts'
import type {
  About,
  CheckoutOrder,
  HostedCheckout,
  HostedPurchase,
  ProviderEvent,
  SubscriptionProvider,
} from './payment-provider.ts'
import { ProviderDown, ProviderRefused } from './payment-provider.ts'

const seconds = (instant: number) => Math.floor(instant / 1000)
const millis = (unixSeconds: number) => unixSeconds * 1000

/** Stripe Checkout through the official SDK; `outside` is the fetch that reaches it. */
export function stripeProvider(config: Config, outside: typeof fetch): SubscriptionProvider {
  const stripe = new Stripe(config.stripeSecretKey, {
    httpClient: Stripe.createFetchHttpClient(outside),
    maxNetworkRetries: 2,
    timeout: 15_000,
  })
  const crypto = Stripe.createSubtleCryptoProvider()

  /** What became of the money since it was taken. */
  async function moneyOf(intent: string | null): Promise<Moved> {
    const payment =
      intent && (await found(stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })))
    const charge = payment ? payment.latest_charge : null
    if (!charge || typeof charge === 'string') return { refundedCents: 0, disputed: 'no' }
    const by = { payment_intent: intent ?? '', limit: 100 }
    const [refunded, disputes] = await Promise.all([
      // The charge's own sum goes down again only some time after a refund has failed.
      charge.amount_refunded === 0 ? [] : answered(stripe.refunds.list(by)).then(({ data }) => data),
      charge.disputed ? answered(stripe.disputes.list(by)).then(({ data }) => data) : [],
    ])
    const given = refunded.filter(({ status }) => status !== 'failed' && status !== 'canceled')
    return {
      refundedCents: given.reduce((sum, { amount }) => sum + amount, 0),
      disputed: standingOf(disputes.map(({ status }) => status)),
    }
  }

  /** Stripe forgets an idempotency key after a day; the refund itself keeps what it was made for. */
  async function findRefund(intent: string, reference: string): Promise<Stripe.Refund | undefined> {
    const { data } = await answered(stripe.refunds.list({ payment_intent: intent, limit: 100 }))
    return data.find(({ metadata }) => metadata?.refund_reference === reference)
  }

  async function observeSession(checkoutId: string): Promise<Observation> {
    const expand = ['subscription', 'payment_intent', 'invoice.payments']
    const session = await found(stripe.checkout.sessions.retrieve(checkoutId, { expand }))
    if (!session) return { kind: 'unknown' }
    const seen = unpaidSession(session)
    if (seen) return seen
    const intentId = idOf(session.payment_intent) ?? intentOfInvoice(session.invoice)
    return toPaid(session, intentId, await moneyOf(intentId))
  }

  async function observeRenewal(invoiceId: string): Promise<Observation> {
    const invoice = await found(stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }))
    if (!invoice) return { kind: 'unknown' }
    if (invoice.status === 'void' || invoice.status === 'uncollectible') return { kind: 'failed' }
    if (invoice.status !== 'paid') return { kind: 'open' }
    const subscriptionId = subscriptionOf(invoice)
    const subscription = subscriptionId ? await found(stripe.subscriptions.retrieve(subscriptionId)) : null
    const intentId = intentOfInvoice(invoice)
    const line = invoice.lines.data[0]
    return {
      kind: 'paid',
      amountCents: invoice.amount_paid,
      currency: invoice.currency,
      transactionId: invoiceId,
      intentId,
      email: invoice.customer_email,
      subscription: subscription && toSubscription(subscription),
      period: line ? { start: millis(line.period.start), end: millis(line.period.end) } : null,
      receivedCents: invoice.amount_paid,
      ...(await moneyOf(intentId)),
    }
  }

  return {
    name: 'stripe',

    async createCheckout(order) {
      // Only the first period is cheaper: a price would stay so for ever.
      const discount = order.purchaseType === 'subscription' ? order.originalCents - order.amountCents : 0
      const coupon =
        discount > 0 ? await answered(stripe.coupons.create(...firstPeriodOff(order, discount))) : null
      const session = await answered(
        stripe.checkout.sessions.create(sessionParams(order, coupon?.id ?? null), {
          idempotencyKey: order.reference,
        }),
      )
      return toHostedCheckout(session)
    },

    async expireCheckout(checkoutId) {
      try {
        await answered(stripe.checkout.sessions.expire(checkoutId))
      } catch (error) {
        // Stripe refuses to expire what is complete or expired already: it is closed, one way or the other.
        if (!(error instanceof ProviderRefused)) throw error
      }
    },

    observe: (checkoutId) =>
      isInvoice(checkoutId) ? observeRenewal(checkoutId) : observeSession(checkoutId),

    async refund({ reference, intentId, amountCents }) {
      if (intentId === null) throw new ProviderRefused('This payment has no charge that could be refunded.')
      const known = await findRefund(intentId, reference)
      if (known?.status === 'failed' || known?.status === 'canceled')
        throw new ProviderRefused('The bank of the buyer did not take this refund.')
      const params = { amount: amountCents, reason: 'requested_by_customer' as const }
      const refund =
        known ??
        (await answered(
          stripe.refunds.create(
            { payment_intent: intentId, ...params, metadata: { refund_reference: reference } },
            { idempotencyKey: reference },
          ),
        ))
      return { refundId: refund.id, claimUrl: null }
    },

    async *listSince(since) {
      const created = { gte: seconds(since) }
      for await (const session of every(stripe.checkout.sessions.list({ limit: 100, created })))
        yield aboutSession(session)
      for await (const invoice of every(stripe.invoices.list({ limit: 100, created })))
        yield aboutInvoice(invoice)
      for await (const refund of every(stripe.refunds.list({ limit: 100, created }))) yield aboutMoney(refund)
      for await (const dispute of every(stripe.disputes.list({ limit: 100, created })))
        yield aboutMoney(dispute)
      for await (const event of every(stripe.events.list({ limit: 100, created, types: LATE_CHANGES })))
        yield toProviderEvent(event).about
    },

    async findRenewal(invoiceId) {
      const invoice = await found(stripe.invoices.retrieve(invoiceId))
      const subscriptionId = invoice && subscriptionOf(invoice)
      if (!subscriptionId || invoice.billing_reason === 'subscription_create') return null
      const amountCents = invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due
      return { invoiceId, subscriptionId, amountCents, currency: invoice.currency }
    },

    async findLatestPaid(subscription) {
      const { data } = await answered(stripe.invoices.list({ subscription, status: 'paid', limit: 1 }))
      return data[0]?.id ?? null
    },

    async openPortal(customer, returnUrl) {
      const session = await answered(
        stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }),
      )
      return session.url
    },

    async findSubscription(subscriptionId) {
      const subscription = await found(stripe.subscriptions.retrieve(subscriptionId))
      return subscription && toSubscription(subscription)
    },

    async setCancelAtPeriodEnd(subscriptionId, ends) {
      const before = await answered(stripe.subscriptions.retrieve(subscriptionId))
      if (ends === willEnd(before)) return
      // An end that was fixed to a moment is not taken back by the flag.
      const change =
        ends || before.cancel_at_period_end ? { cancel_at_period_end: ends } : { cancel_at: '' as const }
      await answered(stripe.subscriptions.update(subscriptionId, change))
    },

    async cancelNow(subscriptionId) {
      await found(stripe.subscriptions.cancel(subscriptionId))
    },

    async readWebhook(rawBody, headers) {
      const signature = headers.get('stripe-signature')
      if (!signature) return null
      try {
        const secret = config.stripeWebhookSecret
        return toProviderEvent(
          await stripe.webhooks.constructEventAsync(rawBody, signature, secret, undefined, crypto),
        )
      } catch {
        return null
      }
    },

    readStored: (rawBody) => toProviderEvent(JSON.parse(rawBody) as Stripe.Event),
  }
}

/**
 * What happens to objects that were created long before, and that no list of new ones names. Stripe keeps events 30 days,
 * whether an endpoint heard of them or not.
 */
const LATE_CHANGES = [
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'refund.updated',
  'refund.failed',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
]

/** The answer, or what kind of failure it was: a refusal of this very request is not an outage. */
async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const refused =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeCardError
    if (refused) throw new ProviderRefused(error.message, { cause: error })
    // A wrong key is ours to mend: it must not look like an outage in the log.
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      throw new Error('Stripe refuses our key', { cause: error })
    if (error instanceof Stripe.errors.StripePermissionError)
      throw new Error('Our Stripe key may not do this', { cause: error })
    throw new ProviderDown('Stripe did not answer', { cause: error })
  }
}

/** Every object of all pages; a page that does not come is an outage as any other. */
async function* every<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
  const pages = list[Symbol.asyncIterator]()
  for (;;) {
    const next = await answered(pages.next())
    if (next.done) return
    yield next.value
  }
}

/** Null where Stripe does not know the object. */
async function found<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await answered(call)
  } catch (error) {
    const cause = error instanceof ProviderRefused ? error.cause : undefined
    if (cause instanceof Stripe.errors.StripeInvalidRequestError && cause.statusCode === 404) return null
    throw error
  }
}

/** A coupon for this one checkout; the same order again is the same coupon. */
const firstPeriodOff = (
  order: CheckoutOrder,
  amountCents: number,
): [Stripe.CouponCreateParams, Stripe.RequestOptions] => [
  {
    amount_off: amountCents,
    currency: order.currency,
    duration: 'once',
    max_redemptions: 1,
    redeem_by: seconds(order.expiresAt),
    name: 'First period',
    metadata: { payment_reference: order.reference },
  },
  { idempotencyKey: `${order.reference}:coupon` },
]

function sessionParams(order: CheckoutOrder, couponId: string | null): Stripe.Checkout.SessionCreateParams {
  // Refunds, disputes and invoices do not carry the session: the payment's reference is copied to what they do carry.
  const metadata = { payment_reference: order.reference }
  const monthly = order.purchaseType === 'subscription'
  return {
    mode: monthly ? 'subscription' : 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency,
          unit_amount: couponId === null ? order.amountCents : order.originalCents,
          product_data: { name: order.productName },
          ...(monthly && { recurring: { interval: 'month' } }),
        },
      },
    ],
    ...(couponId !== null && { discounts: [{ coupon: couponId }] }),
    client_reference_id: order.reference,
    customer_email: order.email,
    metadata,
    ...(monthly ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
    expires_at: seconds(order.expiresAt),
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
  }
}

function toHostedCheckout(session: Stripe.Checkout.Session): HostedCheckout {
  if (!session.url) throw new ProviderDown(`Stripe session ${session.id} has no address`)
  return {
    checkoutId: session.id,
    url: session.url,
    expiresAt: session.expires_at === null ? null : millis(session.expires_at),
  }
}

type Moved = { refundedCents: number; disputed: 'no' | 'open' | 'lost' }

/** What a session that is not paid says; null where it is. */
function unpaidSession(session: Stripe.Checkout.Session): Observation | null {
  if (session.status === 'expired') return { kind: 'expired' }
  if (session.status !== 'complete') return { kind: 'open' }
  if (session.payment_status !== 'unpaid') return null
  return willNeverBePaid(session) ? { kind: 'failed' } : { kind: 'processing' }
}

function toPaid(session: Stripe.Checkout.Session, intentId: string | null, moved: Moved): Observation {
  const amountCents = session.amount_total ?? 0
  const held = session.subscription
  const subscription = held && typeof held !== 'string' ? toSubscription(held) : null
  return {
    kind: 'paid',
    amountCents,
    currency: session.currency ?? '',
    transactionId: idOf(session.payment_intent) ?? idOf(session.invoice),
    intentId,
    email: session.customer_details?.email ?? session.customer_email,
    subscription,
    period: subscription && firstPeriodOf(session.invoice, subscription),
    receivedCents: amountCents,
    ...moved,
  }
}

/** What the first invoice pays for: the subscription itself may be further by now. */
function firstPeriodOf(invoice: Stripe.Checkout.Session['invoice'], subscription: ProviderSubscription) {
  const line = invoice && typeof invoice !== 'string' ? invoice.lines?.data[0] : undefined
  return line
    ? { start: millis(line.period.start), end: millis(line.period.end) }
    : { start: subscription.currentPeriodStart, end: subscription.currentPeriodEnd }
}

/** A dispute that was lost stays; an inquiry (`warning_…`) takes no money. */
function standingOf(statuses: readonly string[]): Moved['disputed'] {
  if (statuses.includes('lost')) return 'lost'
  const settled = ['won', 'prevented', 'warning_needs_response', 'warning_under_review', 'warning_closed']
  return statuses.every((status) => settled.includes(status)) ? 'no' : 'open'
}

const isInvoice = (id: string) => id.startsWith('in_')

function intentOfInvoice(invoice: string | Stripe.Invoice | null | undefined): string | null {
  if (!invoice || typeof invoice === 'string') return null
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid') ?? invoice.payments?.data[0]
  return idOf(paid?.payment.payment_intent)
}

const subscriptionOf = (invoice: Stripe.Invoice) => idOf(invoice.parent?.subscription_details?.subscription)

/** A past-due subscription is not among them: Stripe still tries to collect. */
function willNeverBePaid({ payment_intent: intent, subscription }: Stripe.Checkout.Session): boolean {
  if (intent && typeof intent !== 'string') {
    return intent.status === 'requires_payment_method' || intent.status === 'canceled'
  }
  if (!subscription || typeof subscription === 'string') return false
  return ['canceled', 'incomplete_expired', 'unpaid'].includes(subscription.status)
}

function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const item = subscription.items.data[0]
  if (!item) throw new ProviderDown(`Stripe subscription ${subscription.id} has no item`)
  return {
    subscriptionId: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    status: subscription.status as SubscriptionStatus,
    currentPeriodStart: millis(item.current_period_start),
    currentPeriodEnd: millis(item.current_period_end),
    cancelAtPeriodEnd: willEnd(subscription),
    cancelAt: subscription.cancel_at === null ? null : millis(subscription.cancel_at),
    endedAt: subscription.ended_at === null ? null : millis(subscription.ended_at),
  }
}

/** Flexible billing leaves the flag alone and fixes a moment instead. */
const willEnd = (subscription: Stripe.Subscription) =>
  subscription.cancel_at_period_end || subscription.cancel_at !== null

function toProviderEvent(event: Stripe.Event): ProviderEvent {
  const base = { eventId: event.id, type: event.type }
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { ...base, about: aboutSession(event.data.object) }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { ...base, about: { kind: 'subscription', subscriptionId: event.data.object.id } }
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible':
      return { ...base, about: aboutInvoice(event.data.object) }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refunded':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return { ...base, about: aboutMoney(event.data.object) }
    default:
      return { ...base, about: { kind: 'nothing-we-act-on' } }
  }
}

const aboutSession = (session: Stripe.Checkout.Session): About => ({
  kind: 'checkout',
  checkoutId: session.id,
  // Not client_reference_id: a buyer can write that one into a payment link.
  reference: session.metadata?.payment_reference ?? null,
  hosted: toHostedPurchase(session),
})

/** The first invoice of a subscription is its checkout's. */
function aboutInvoice(invoice: Stripe.Invoice): About {
  const subscriptionId = subscriptionOf(invoice)
  if (!subscriptionId || !invoice.id) return { kind: 'nothing-we-act-on' }
  return invoice.billing_reason === 'subscription_create'
    ? { kind: 'subscription', subscriptionId }
    : { kind: 'renewal', invoiceId: invoice.id, subscriptionId }
}

function aboutMoney(moved: { payment_intent: string | { id: string } | null }): About {
  const intentId = idOf(moved.payment_intent)
  return intentId ? { kind: 'money', intentId } : { kind: 'nothing-we-act-on' }
}

/**
 * A Payment Link's metadata is copied to the sessions it makes, and no buyer can write it. Sessions that were opened and
 * left expire without having been a purchase.
 */
function toHostedPurchase(session: Stripe.Checkout.Session): HostedPurchase | null {
  const productId = session.metadata?.product_id ?? ''
  if (session.payment_link === null || session.status !== 'complete' || !/^\d{1,9}$/.test(productId))
    return null
  return {
    productId: Number(productId),
    email: session.customer_details?.email ?? session.customer_email,
  }
}

const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)
