import Stripe from 'stripe'
import type { Observation } from '../features/payments/rules.ts'
import type { SubscriptionStatus } from '../features/subscriptions/contract.ts'
import type { ProviderSubscription } from '../features/subscriptions/subscription-state.ts'
import type { Config } from './config.ts'
import type {
  CheckoutOrder,
  HostedCheckout,
  HostedPurchase,
  PaymentProvider,
  ProviderEvent,
} from './payment-provider.ts'
import { ProviderDown, ProviderRefused } from './payment-provider.ts'

const seconds = (instant: number) => Math.floor(instant / 1000)
const millis = (unixSeconds: number) => unixSeconds * 1000

/** Stripe Checkout through the official SDK; `outside` is the fetch that reaches it. */
export function stripeProvider(config: Config, outside: typeof fetch): PaymentProvider {
  const stripe = new Stripe(config.stripeSecretKey, {
    httpClient: Stripe.createFetchHttpClient(outside),
    maxNetworkRetries: 2,
    timeout: 15_000,
  })
  const crypto = Stripe.createSubtleCryptoProvider()

  return {
    async createCheckout(order) {
      const session = await answered(
        stripe.checkout.sessions.create(sessionParams(order), { idempotencyKey: order.reference }),
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

    async observe(checkoutId) {
      const session = await found(
        stripe.checkout.sessions.retrieve(checkoutId, { expand: ['subscription', 'payment_intent'] }),
      )
      return session ? toObservation(session) : { kind: 'unknown' }
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

function sessionParams(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
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
          unit_amount: order.amountCents,
          product_data: { name: order.productName },
          ...(monthly && { recurring: { interval: 'month' } }),
        },
      },
    ],
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

function toObservation(session: Stripe.Checkout.Session): Observation {
  if (session.status === 'expired') return { kind: 'expired' }
  if (session.status !== 'complete') return { kind: 'open' }
  if (session.payment_status === 'unpaid') {
    return willNeverBePaid(session) ? { kind: 'failed' } : { kind: 'processing' }
  }
  const subscription = session.subscription
  return {
    kind: 'paid',
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    transactionId: idOf(session.payment_intent) ?? idOf(session.invoice),
    email: session.customer_details?.email ?? session.customer_email,
    subscription: subscription && typeof subscription !== 'string' ? toSubscription(subscription) : null,
  }
}

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
    case 'checkout.session.expired': {
      const session = event.data.object
      return {
        ...base,
        about: {
          kind: 'checkout',
          checkoutId: session.id,
          // Not client_reference_id: a buyer can write that one into a payment link.
          reference: session.metadata?.payment_reference ?? null,
          hosted: toHostedPurchase(session),
        },
      }
    }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { ...base, about: { kind: 'subscription', subscriptionId: event.data.object.id } }
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const subscription = idOf(event.data.object.parent?.subscription_details?.subscription)
      if (!subscription) return { ...base, about: { kind: 'nothing-we-act-on' } }
      return { ...base, about: { kind: 'subscription', subscriptionId: subscription } }
    }
    default:
      return { ...base, about: { kind: 'nothing-we-act-on' } }
  }
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
