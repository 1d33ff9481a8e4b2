import type Stripe from 'stripe'
import type { Box } from '../../box.ts'
import { seconds } from '../clock.ts'
import { emit } from '../emit.ts'
import { buildCard } from '../objects/card.ts'
import { find, idOf, load, save } from '../objects/store.ts'
import { nextPeriod } from '../objects/subscription.ts'
import { failInvoice, intentOf, issueInvoice, openInvoiceOf, payInvoice } from './invoices.ts'

type Subscription = Stripe.Subscription

/** Pays an open invoice, if any. Otherwise ends the period and pays the renewal, or cancels if that is scheduled. */
export function renewSubscription(box: Box, subscription: Subscription): Subscription {
  if (subscription.status === 'canceled') return subscription
  const open = openInvoiceOf(box, subscription)
  if (open) {
    payInvoice(box, open, intentOf(box, open))
    return change(box, subscription, { status: 'active' })
  }
  if (subscription.cancel_at_period_end) return cancelSubscription(box, subscription)
  const { next, invoice, payment } = beginPeriod(box, subscription)
  payInvoice(box, invoice, payment, cardOf(box, subscription) ?? undefined)
  return change(box, subscription, {
    ...next,
    ...(subscription.status === 'trialing' && { status: 'active' }),
  })
}

/** Ends the period with a failed renewal: past due. With an open invoice, its payment fails again. */
export function failRenewal(box: Box, subscription: Subscription): Subscription {
  if (subscription.status === 'canceled') return subscription
  const open = openInvoiceOf(box, subscription)
  if (open) {
    failInvoice(box, open, intentOf(box, open))
    return subscription.status === 'past_due'
      ? subscription
      : change(box, subscription, { status: 'past_due' })
  }
  const { next, invoice, payment } = beginPeriod(box, subscription)
  failInvoice(box, invoice, payment)
  return change(box, subscription, { ...next, status: 'past_due' })
}

/** The fingerprint of the card that a subscription is charged to; null where that card is not stored. */
export function cardOf(box: Box, subscription: Subscription): string | null {
  const method = find(box, 'payment_method', idOf(subscription.default_payment_method) ?? '')
  return method?.card?.fingerprint ?? null
}

/** All retries have failed, and the account's setting is to mark the subscription unpaid instead of cancelling it. */
export function giveUp(box: Box, subscription: Subscription): Subscription {
  if (subscription.status !== 'past_due') return subscription
  return change(box, subscription, { status: 'unpaid' })
}

/** Replaces the card, as the customer can in the portal. */
export function updateCard(box: Box, subscription: Subscription): Subscription {
  const customer = load(box, 'customer', idOf(subscription.customer) ?? '')
  const card = save(box, buildCard(customer.id, customer.email ?? ''))
  return change(box, subscription, { default_payment_method: card.id })
}

/** Ends a subscription now. */
export function cancelSubscription(box: Box, subscription: Subscription): Subscription {
  if (subscription.status === 'canceled') return subscription
  const now = seconds()
  const ended = save(box, {
    ...subscription,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: 'cancellation_requested',
    },
    ended_at: now,
    status: 'canceled',
  })
  emit(box, 'customer.subscription.deleted', ended)
  return ended
}

/** Sets or clears the end of a subscription with its period. */
export function setCancelAtPeriodEnd(box: Box, subscription: Subscription, ends: boolean): Subscription {
  if (subscription.cancel_at_period_end === ends) return subscription
  const end = Math.max(...subscription.items.data.map((item) => item.current_period_end))
  return change(box, subscription, {
    cancel_at_period_end: ends,
    cancel_at: ends ? end : null,
    canceled_at: ends ? seconds() : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: ends ? 'cancellation_requested' : null,
    },
  })
}

/** Stores a change and sends an event with the previous values. */
export function change(box: Box, before: Subscription, patch: Partial<Subscription>): Subscription {
  const previous = Object.fromEntries(
    Object.keys(patch).map((key) => [key, before[key as keyof Subscription]] as const),
  )
  const after = save(box, { ...before, ...patch })
  emit(box, 'customer.subscription.updated', after, previous)
  return after
}

function beginPeriod(box: Box, subscription: Subscription) {
  const items = { ...subscription.items, data: nextPeriod(subscription.items.data) }
  const total = items.data.reduce(
    (sum, item) => sum + (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    0,
  )
  const { invoice, payment } = issueInvoice(box, {
    subscription: { ...subscription, items },
    customer: load(box, 'customer', idOf(subscription.customer) ?? ''),
    reason: 'subscription_cycle',
    subtotal: total,
    total,
    currency: subscription.currency,
  })
  return { invoice, payment, next: { items, latest_invoice: invoice.id } satisfies Partial<Subscription> }
}
