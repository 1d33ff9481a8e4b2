import type Stripe from 'stripe'
import { newId } from '../../ids.ts'
import { seconds } from '../clock.ts'
import { wireDecimal } from './price.ts'
import { idOf } from './store.ts'
import { type ComputedTax, taxIdsOf, totalTaxesOf } from './tax.ts'

/** A subscription's new invoice: a draft. Amounts in cents, period in seconds. */
export function buildInvoice(from: {
  subscription: Stripe.Subscription
  customer: Stripe.Customer
  reason: 'subscription_create' | 'subscription_cycle'
  subtotal: number
  total: number
  currency: string
  /** Null: the subscription has no automatic tax. */
  tax: ComputedTax | null
  taxId: string | null
}): Stripe.Invoice {
  const id = newId('in')
  const now = seconds()
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Windfall sandbox',
    account_tax_ids: null,
    amount_due: from.total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: from.total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: from.tax !== null,
      liability: from.tax && { type: 'self' },
      provider: from.tax && 'stripe',
      status: from.tax?.status ?? null,
    },
    automatically_finalizes_at: null,
    billing_reason: from.reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: from.currency,
    custom_fields: null,
    customer: from.customer.id,
    customer_account: null,
    customer_address: from.customer.address ?? null,
    customer_email: from.customer.email,
    customer_name: from.customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: taxIdsOf({ country: from.tax?.country ?? null, taxId: from.taxId }),
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: from.subscription.items.data.map((item) => buildLine(id, item, from.subscription)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: from.subscription.metadata, subscription: from.subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: from.subtotal,
    subtotal_excluding_tax: from.subtotal - (from.tax?.amount ?? 0),
    test_clock: null,
    total: from.total,
    total_discount_amounts: [],
    total_excluding_tax: from.total - (from.tax?.amount ?? 0),
    total_pretax_credit_amounts: [],
    total_taxes: totalTaxesOf(from.tax),
    webhooks_delivered_at: null,
  }
}

function buildLine(
  invoice: string,
  item: Stripe.SubscriptionItem,
  subscription: Stripe.Subscription,
): Stripe.InvoiceLineItem {
  const isTrial = subscription.trial_end === item.current_period_end
  const amount = isTrial ? 0 : (item.price.unit_amount ?? 0) * (item.quantity ?? 1)
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: item.price.currency,
    description: isTrial ? 'Trial period' : null,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: idOf(item.price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: wireDecimal(item.price.unit_amount ?? 0),
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: wireDecimal(item.quantity ?? 1),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}

/** The link between an invoice and the payment that pays it. */
export function buildInvoicePayment(
  invoice: Stripe.Invoice,
  payment: Stripe.PaymentIntent,
): Stripe.InvoicePayment {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: seconds(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: payment.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
}
