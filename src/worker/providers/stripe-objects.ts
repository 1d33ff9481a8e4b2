/* Converts Stripe's objects to the shop's types, and an order to Stripe's parameters. No function makes a request. */
import type Stripe from 'stripe'
import type { SubscriptionStatus } from '#shared/subscriptions/contract.ts'
import type { Observation } from '../features/payments/rules.ts'
import type { ProviderSubscription } from '../features/subscriptions/subscription-state.ts'
import type {
  About,
  CheckoutOrder,
  HostedCheckout,
  HostedPurchase,
  ProviderDispute,
  ProviderEvent,
} from './payment-provider.ts'

import { ProviderDown } from './payment-provider.ts'
import { taxOfSession } from './stripe-tax.ts'

export const seconds = (instant: number) => Math.floor(instant / 1000)
export const millis = (unixSeconds: number) => unixSeconds * 1000

/** A coupon for this one checkout; the same order returns the same coupon. */
export const firstPeriodOff = (
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

export function sessionParams(
  order: CheckoutOrder,
  couponId: string | null,
): Stripe.Checkout.SessionCreateParams {
  // Refunds, disputes and invoices do not name the session, so the payment's reference is copied to objects they name.
  const metadata = { payment_reference: order.reference }
  const monthly = order.purchaseType === 'subscription'
  return {
    mode: monthly ? 'subscription' : 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency,
          unit_amount: couponId === null && order.trialDays === 0 ? order.amountCents : order.originalCents,
          product_data: { name: order.productName },
          ...(monthly && { recurring: { interval: 'month' } }),
          ...(order.automaticTax && { tax_behavior: 'inclusive' }),
        },
      },
    ],
    ...(order.automaticTax && {
      automatic_tax: { enabled: true },
      tax_id_collection: { enabled: true },
      billing_address_collection: 'required',
    }),
    ...(couponId !== null && { discounts: [{ coupon: couponId }] }),
    client_reference_id: order.reference,
    customer_email: order.email,
    metadata,
    ...(monthly
      ? { subscription_data: { metadata, ...trialOf(order) } }
      : { payment_intent_data: { metadata } }),
    // A card has a fingerprint, by which its earlier trial is recognised.
    ...(order.trialDays > 0 && { payment_method_types: ['card' as const] }),
    expires_at: seconds(order.expiresAt),
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
  }
}

/** A subscription whose card was removed during the trial ends with it. */
const trialOf = ({ trialDays }: CheckoutOrder): Stripe.Checkout.SessionCreateParams.SubscriptionData =>
  trialDays === 0
    ? {}
    : {
        trial_period_days: trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      }

export function toHostedCheckout(session: Stripe.Checkout.Session): HostedCheckout {
  if (!session.url) throw new ProviderDown(`Stripe session ${session.id} has no address`)
  return {
    checkoutId: session.id,
    url: session.url,
    expiresAt: session.expires_at === null ? null : millis(session.expires_at),
  }
}

export type Moved = {
  /** The fingerprint of the card that paid. */
  card: string | null
  refundedCents: number
  refundsByReference: Record<string, number>
  failedRefundIds: string[]
  disputed: 'no' | 'open' | 'lost'
}

/** Amounts by reference, of the refunds that the shop created: each has the reference of its row. */
export const byReference = (refunds: readonly Stripe.Refund[]): Record<string, number> =>
  Object.fromEntries(
    refunds.flatMap(({ metadata, amount }) =>
      metadata?.refund_reference ? [[metadata.refund_reference, amount]] : [],
    ),
  )

export const hasFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled'

/**
 * The state of an unpaid session; null where it is paid. For a subscription the first invoice decides: where a delayed
 * payment failed and Stripe collected it later, the session's status remains `unpaid`.
 */
export function unpaidSession(session: Stripe.Checkout.Session): Observation | null {
  if (session.status === 'expired') return { kind: 'expired' }
  if (session.status !== 'complete') return { kind: 'open' }
  if (session.payment_status !== 'unpaid' || statusOf(session.invoice) === 'paid') return null
  return willNeverBePaid(session) ? { kind: 'failed' } : { kind: 'processing' }
}

export function toPaid(session: Stripe.Checkout.Session, intentId: string | null, moved: Moved): Observation {
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
    tax: taxOfSession(session),
    ...moved,
    card: moved.card ?? storedCardOf(held),
  }
}

/** The fingerprint of the card that a subscription will be charged to; null where it is not expanded, or no card. */
function storedCardOf(subscription: Stripe.Checkout.Session['subscription']): string | null {
  const method = subscription && typeof subscription !== 'string' && subscription.default_payment_method
  return method && typeof method !== 'string' ? (method.card?.fingerprint ?? null) : null
}

/** The period of the first invoice: the subscription itself may be in a later period by now. */
function firstPeriodOf(invoice: Stripe.Checkout.Session['invoice'], subscription: ProviderSubscription) {
  const line = invoice && typeof invoice !== 'string' ? invoice.lines?.data[0] : undefined
  return line
    ? { start: millis(line.period.start), end: millis(line.period.end) }
    : { start: subscription.currentPeriodStart, end: subscription.currentPeriodEnd }
}

/** A lost dispute decides over all others; an inquiry (`warning_…`) takes no money. */
export function disputeStateOf(statuses: readonly string[]): Moved['disputed'] {
  if (statuses.includes('lost')) return 'lost'
  const settled = ['won', 'prevented', 'warning_needs_response', 'warning_under_review', 'warning_closed']
  return statuses.every((status) => settled.includes(status)) ? 'no' : 'open'
}

const statusOf = (invoice: Stripe.Checkout.Session['invoice']) =>
  invoice && typeof invoice !== 'string' ? invoice.status : null

export const isInvoice = (id: string) => id.startsWith('in_')

export function intentOfInvoice(invoice: string | Stripe.Invoice | null | undefined): string | null {
  if (!invoice || typeof invoice === 'string') return null
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid') ?? invoice.payments?.data[0]
  return idOf(paid?.payment.payment_intent)
}

export const subscriptionOf = (invoice: Stripe.Invoice) =>
  idOf(invoice.parent?.subscription_details?.subscription)

/** False for a past-due subscription: Stripe still tries to collect. */
function willNeverBePaid({
  payment_intent: intent,
  subscription,
  invoice,
}: Stripe.Checkout.Session): boolean {
  if (['void', 'uncollectible'].includes(statusOf(invoice) ?? '')) return true
  if (intent && typeof intent !== 'string') {
    return intent.status === 'requires_payment_method' || intent.status === 'canceled'
  }
  if (!subscription || typeof subscription === 'string') return false
  return ['canceled', 'incomplete_expired', 'unpaid'].includes(subscription.status)
}

export function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const item = subscription.items.data[0]
  if (!item) throw new ProviderDown(`Stripe subscription ${subscription.id} has no item`)
  return {
    subscriptionId: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    status: subscription.status as SubscriptionStatus,
    currentPeriodStart: millis(item.current_period_start),
    currentPeriodEnd: millis(item.current_period_end),
    trialEndsAt: subscription.trial_end === null ? null : millis(subscription.trial_end),
    cancelAtPeriodEnd: willEnd(subscription),
    cancelAt: subscription.cancel_at === null ? null : millis(subscription.cancel_at),
    endedAt: subscription.ended_at === null ? null : millis(subscription.ended_at),
  }
}

/** Flexible billing sets `cancel_at` to a time instead of the flag. */
export const willEnd = (subscription: Stripe.Subscription) =>
  subscription.cancel_at_period_end || subscription.cancel_at !== null

/** `isLive`: the mode of our key. An event of the other mode is about nothing of ours. */
export function toProviderEvent(event: Stripe.Event, isLive: boolean): ProviderEvent {
  const base = { eventId: event.id, type: event.type }
  if (event.livemode !== isLive) return { ...base, about: { kind: 'other-mode' } }
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
    case 'customer.subscription.trial_will_end':
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
      return { ...base, about: aboutMoney(event.data.object) }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return { ...base, about: aboutDispute(event.data.object) }
    case 'radar.early_fraud_warning.created':
    case 'radar.early_fraud_warning.updated':
      return { ...base, about: aboutFraudWarning(event.data.object) }
    default:
      return { ...base, about: { kind: 'nothing-we-act-on' } }
  }
}

export const aboutSession = (session: Stripe.Checkout.Session): Extract<About, { kind: 'checkout' }> => ({
  kind: 'checkout',
  checkoutId: session.id,
  // Not client_reference_id: a buyer can write that one into a payment link.
  reference: session.metadata?.payment_reference ?? null,
  hosted: toHostedPurchase(session),
})

export function aboutInvoice(invoice: Stripe.Invoice): About {
  const subscriptionId = subscriptionOf(invoice)
  if (!subscriptionId || !invoice.id) return { kind: 'nothing-we-act-on' }
  const isFirst = invoice.billing_reason === 'subscription_create'
  return { kind: 'invoice', invoiceId: invoice.id, subscriptionId, isFirst }
}

export function aboutMoney(moved: { payment_intent: string | { id: string } | null }): About {
  const intentId = idOf(moved.payment_intent)
  return intentId ? { kind: 'money', intentId } : { kind: 'nothing-we-act-on' }
}

export function aboutDispute({ id, payment_intent: intent }: Stripe.Dispute): About {
  const intentId = idOf(intent)
  return intentId ? { kind: 'dispute', disputeId: id, intentId } : { kind: 'nothing-we-act-on' }
}

export function aboutFraudWarning({ id, payment_intent: intent }: Stripe.Radar.EarlyFraudWarning): About {
  const intentId = idOf(intent)
  return intentId ? { kind: 'fraud-warning', warningId: id, intentId } : { kind: 'nothing-we-act-on' }
}

/** Stripe sets `due_by` to 0 where the bank accepts no response. */
export const toDispute = (dispute: Stripe.Dispute): ProviderDispute => ({
  status: dispute.status,
  reason: dispute.reason,
  amountCents: dispute.amount,
  currency: dispute.currency,
  dueAt: dispute.evidence_details.due_by ? millis(dispute.evidence_details.due_by) : null,
})

export const toFraudWarning = (warning: Stripe.Radar.EarlyFraudWarning): ProviderDispute => ({
  status: warning.actionable ? 'actionable' : 'closed',
  reason: warning.fraud_type,
  amountCents: null,
  currency: null,
  dueAt: null,
})

/**
 * Stripe copies a Payment Link's metadata to its sessions, and no buyer can write it. Abandoned sessions expire and
 * are no purchase.
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

export const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)
