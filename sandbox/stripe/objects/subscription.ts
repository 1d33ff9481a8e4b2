import type Stripe from 'stripe'
import { newId } from '../../ids.ts'
import { addPeriod, seconds } from '../clock.ts'
import { buildPlan } from './price.ts'

/**
 * The subscription that a completed session starts: one item per recurring line; the first period starts now. With
 * `trialDays` that period is the trial, and the billing cycle starts at its end.
 */
export function buildSubscription(from: {
  customer: string
  lines: Stripe.LineItem[]
  metadata: Record<string, string>
  card: string
  trialDays: number
  automaticTax: boolean
}): Stripe.Subscription {
  const id = newId('sub')
  const now = seconds()
  const trialEnd = from.trialDays > 0 ? now + from.trialDays * 86_400 : null
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: {
      disabled_reason: null,
      enabled: from.automaticTax,
      liability: from.automaticTax ? { type: 'self' } : null,
    },
    billing_cycle_anchor: trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: from.lines[0]?.currency ?? 'usd',
    customer: from.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: from.card,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: from.lines.flatMap((line) =>
        line.price?.recurring ? [buildItem(id, line, line.price, now, trialEnd)] : [],
      ),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: from.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd === null ? 'active' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: trialEnd && now,
  }
}

function buildItem(
  subscription: string,
  line: Stripe.LineItem,
  price: Stripe.Price,
  now: number,
  trialEnd: number | null,
): Stripe.SubscriptionItem {
  const { interval = 'month', interval_count = 1 } = price.recurring ?? {}
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: trialEnd ?? addPeriod(now, interval, interval_count),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: buildPlan(price),
    price,
    quantity: line.quantity ?? 1,
    subscription,
    tax_rates: [],
  }
}

/** The items, moved to the next period. */
export function nextPeriod(items: Stripe.SubscriptionItem[]): Stripe.SubscriptionItem[] {
  return items.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: addPeriod(item.current_period_end, item.plan.interval, item.plan.interval_count),
  }))
}
