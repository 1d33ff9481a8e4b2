import type Stripe from 'stripe'
import { logError } from '../core/log-error.ts'
import { sha256Hex } from '../core/tokens.ts'
import type { Observation } from '../features/payments/rules.ts'
import { checkedEvent } from './checked-event.ts'
import type { Config } from './config.ts'
import type { SubscriptionProvider } from './payment-provider.ts'
import { ProviderRefused } from './payment-provider.ts'
import { stripeClient } from './stripe-client.ts'
import {
  aboutDispute,
  aboutFraudWarning,
  aboutInvoice,
  aboutMoney,
  aboutSession,
  byReference,
  disputeStateOf,
  firstPeriodOff,
  hasFailed,
  idOf,
  intentOfInvoice,
  isInvoice,
  type Moved,
  millis,
  seconds,
  sessionParams,
  subscriptionOf,
  toDispute,
  toFraudWarning,
  toHostedCheckout,
  toPaid,
  toProviderEvent,
  toSubscription,
  unpaidSession,
  willEnd,
} from './stripe-objects.ts'
import { isRecentSignature } from './stripe-signature.ts'
import { rateIdsOf, taxOfInvoice } from './stripe-tax.ts'

/** Stripe Checkout through the official SDK; `outside` is the fetch that reaches it. */
export function stripeProvider(config: Config, outside: typeof fetch): SubscriptionProvider {
  const { answered, every, found, verifiedEvent } = stripeClient(config, outside)
  const isLive = !/^[sr]k_test_/.test(config.stripeSecretKey)

  async function refundsOf(intent: string): Promise<Stripe.Refund[]> {
    const refunds: Stripe.Refund[] = []
    for await (const refund of every((stripe) => stripe.refunds.list({ payment_intent: intent, limit: 100 })))
      refunds.push(refund)
    return refunds
  }

  /** The refunds and disputes of a payment since its capture. */
  async function moneyOf(intent: string | null): Promise<Moved> {
    const nothing = {
      card: null,
      refundedCents: 0,
      refundsByReference: {},
      failedRefundIds: [],
      disputed: 'no' as const,
    }
    if (intent === null) return nothing
    const by = { payment_intent: intent, limit: 100 }
    const [payment, refunds] = await Promise.all([
      found((stripe) => stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })),
      // Not the charge's own sum: it falls only some time after a refund has failed, and does not name that refund.
      refundsOf(intent),
    ])
    const charge = payment?.latest_charge
    if (!charge || typeof charge === 'string') return nothing
    const disputes = charge.disputed ? (await answered((stripe) => stripe.disputes.list(by))).data : []
    const given = refunds.filter((refund) => !hasFailed(refund))
    return {
      card: charge.payment_method_details?.card?.fingerprint ?? null,
      refundedCents: given.reduce((sum, { amount }) => sum + amount, 0),
      refundsByReference: byReference(given),
      failedRefundIds: refunds.filter(hasFailed).map(({ id }) => id),
      disputed: disputeStateOf(disputes.map(({ status }) => status)),
    }
  }

  /** Stripe removes an idempotency key after a day; the refund's metadata keeps our reference. */
  async function findRefund(intent: string, reference: string): Promise<Stripe.Refund | undefined> {
    return (await refundsOf(intent)).find(({ metadata }) => metadata?.refund_reference === reference)
  }

  async function observeSession(checkoutId: string): Promise<Observation> {
    const expand = [
      'subscription.default_payment_method',
      'payment_intent',
      'invoice.payments',
      'total_details.breakdown',
    ]
    const session = await found((stripe) => stripe.checkout.sessions.retrieve(checkoutId, { expand }))
    if (!session) return { kind: 'unknown' }
    const seen = unpaidSession(session)
    if (seen) return seen
    const intentId = idOf(session.payment_intent) ?? intentOfInvoice(session.invoice)
    return toPaid(session, intentId, await moneyOf(intentId))
  }

  /** The rates only name the tax of an invoice: where one cannot be read, the amount stands without it. */
  async function ratesOf(invoice: Stripe.Invoice): Promise<Stripe.TaxRate[]> {
    const read = rateIdsOf(invoice).map((id) => answered((stripe) => stripe.taxRates.retrieve(id)))
    return (await Promise.allSettled(read)).flatMap((rate) => {
      if (rate.status === 'fulfilled') return [rate.value]
      logError('tax-rate', { invoice: invoice.id, error: rate.reason })
      return []
    })
  }

  async function observeRenewal(invoiceId: string): Promise<Observation> {
    const invoice = await found((stripe) => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }))
    if (!invoice) return { kind: 'unknown' }
    if (invoice.status === 'void' || invoice.status === 'uncollectible') return { kind: 'failed' }
    if (invoice.status !== 'paid') return { kind: 'open' }
    const subscriptionId = subscriptionOf(invoice)
    const subscription = subscriptionId
      ? await found((stripe) => stripe.subscriptions.retrieve(subscriptionId))
      : null
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
      tax: taxOfInvoice(invoice, await ratesOf(invoice)),
      ...(await moneyOf(intentId)),
    }
  }

  return {
    name: 'stripe',

    async createCheckout(order) {
      // A coupon makes only the first period cheaper; a lower price would apply to all periods.
      const isReduced = order.purchaseType === 'subscription' && order.trialDays === 0
      const discount = isReduced ? order.originalCents - order.amountCents : 0
      const coupon =
        discount > 0
          ? await answered((stripe) => stripe.coupons.create(...firstPeriodOff(order, discount)))
          : null
      const params = sessionParams(order, coupon?.id ?? null)
      // Stripe refuses a key with other parameters: the product may be renamed after a response was lost.
      const digest = (await sha256Hex(JSON.stringify(params))).slice(0, 16)
      const idempotencyKey = `${order.reference}:${digest}`
      const session = await answered((stripe) => stripe.checkout.sessions.create(params, { idempotencyKey }))
      return toHostedCheckout(session)
    },

    async expireCheckout(checkoutId) {
      try {
        await answered((stripe) => stripe.checkout.sessions.expire(checkoutId))
      } catch (error) {
        // Stripe refuses to expire a session that is complete or expired: it is closed in both cases.
        if (!(error instanceof ProviderRefused)) throw error
      }
    },

    observe: (checkoutId) =>
      isInvoice(checkoutId) ? observeRenewal(checkoutId) : observeSession(checkoutId),

    async refund({ reference, intentId, amountCents, confirmClaim }) {
      if (intentId === null) throw new ProviderRefused('This payment has no charge that could be refunded.')
      const known = await findRefund(intentId, reference)
      if (!known) await confirmClaim()
      const params = { amount: amountCents, reason: 'requested_by_customer' as const }
      const refund =
        known ??
        (await answered((stripe) =>
          stripe.refunds.create(
            { payment_intent: intentId, ...params, metadata: { refund_reference: reference } },
            { idempotencyKey: reference },
          ),
        ))
      if (hasFailed(refund))
        throw new ProviderRefused('Stripe reports that this refund failed or was cancelled.')
      return { refundId: refund.id, claimUrl: null }
    },

    async *listSince(since) {
      const created = { gte: seconds(since) }
      for await (const session of every((stripe) => stripe.checkout.sessions.list({ limit: 100, created })))
        yield aboutSession(session)
      for await (const invoice of every((stripe) => stripe.invoices.list({ limit: 100, created })))
        yield aboutInvoice(invoice)
      for await (const refund of every((stripe) => stripe.refunds.list({ limit: 100, created })))
        yield aboutMoney(refund)
      for await (const dispute of every((stripe) => stripe.disputes.list({ limit: 100, created })))
        yield aboutDispute(dispute)
      for await (const warning of every((stripe) =>
        stripe.radar.earlyFraudWarnings.list({ limit: 100, created }),
      ))
        yield aboutFraudWarning(warning)
      for await (const event of every((stripe) =>
        stripe.events.list({ limit: 100, created, types: LATE_CHANGES }),
      ))
        yield toProviderEvent(event, isLive).about
    },

    async findRenewal(invoiceId) {
      const invoice = await found((stripe) => stripe.invoices.retrieve(invoiceId))
      const subscriptionId = invoice && subscriptionOf(invoice)
      if (!subscriptionId || invoice.billing_reason === 'subscription_create') return null
      const amountCents = invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due
      const paidAt = invoice.status_transitions.paid_at
      return {
        invoiceId,
        subscriptionId,
        amountCents,
        currency: invoice.currency,
        paidAt: paidAt === null ? null : millis(paidAt),
      }
    },

    async findDispute(disputeId) {
      const dispute = await found((stripe) => stripe.disputes.retrieve(disputeId))
      return dispute && toDispute(dispute)
    },

    async findFraudWarning(warningId) {
      const warning = await found((stripe) => stripe.radar.earlyFraudWarnings.retrieve(warningId))
      return warning && toFraudWarning(warning)
    },

    async findCheckoutOf(subscription) {
      const { data } = await answered((stripe) => stripe.checkout.sessions.list({ subscription, limit: 1 }))
      return data[0] ? aboutSession(data[0]) : null
    },

    async findLatestPaid(subscription) {
      const { data } = await answered((stripe) =>
        stripe.invoices.list({ subscription, status: 'paid', limit: 1 }),
      )
      return data[0]?.id ?? null
    },

    async findPaidSince(subscription, since) {
      const { data } = await answered((stripe) =>
        stripe.invoices.list({ subscription, status: 'paid', limit: 10 }),
      )
      return data.flatMap(({ id, status_transitions: { paid_at } }) =>
        id && paid_at !== null && paid_at * 1000 >= since ? [id] : [],
      )
    },

    async openPortal(customer, returnUrl) {
      const session = await answered((stripe) =>
        stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }),
      )
      return session.url
    },

    async findSubscription(subscriptionId) {
      const subscription = await found((stripe) => stripe.subscriptions.retrieve(subscriptionId))
      return subscription && toSubscription(subscription)
    },

    async setCancelAtPeriodEnd(subscriptionId, ends) {
      const before = await answered((stripe) => stripe.subscriptions.retrieve(subscriptionId))
      if (ends === willEnd(before)) return
      // The flag does not undo an end that was set by `cancel_at`.
      const change =
        ends || before.cancel_at_period_end ? { cancel_at_period_end: ends } : { cancel_at: '' as const }
      await answered((stripe) => stripe.subscriptions.update(subscriptionId, change))
    },

    async cancelNow(subscriptionId) {
      await found((stripe) => stripe.subscriptions.cancel(subscriptionId))
    },

    async readWebhook(rawBody, headers) {
      const signature = headers.get('stripe-signature')
      if (!signature || !isRecentSignature(signature, Date.now())) return null
      const event = await verifiedEvent(rawBody, signature)
      try {
        return event && checkedEvent(toProviderEvent(event, isLive))
      } catch {
        return null
      }
    },

    readStored(rawBody) {
      const event = checkedEvent(toProviderEvent(JSON.parse(rawBody) as Stripe.Event, isLive))
      if (!event) throw new Error('A stored Stripe event cannot be read')
      return event
    },
  }
}

/**
 * Event types of changes to objects that were created long before and are in no list of new objects. Stripe keeps
 * events for 30 days, delivered to an endpoint or not.
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
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.updated',
]
