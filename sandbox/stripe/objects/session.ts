import type Stripe from 'stripe'
import { newId } from '../../ids.ts'
import { seconds } from '../clock.ts'
import { addressOf, type ComputedTax, type TaxLocation, taxIdsOf } from './tax.ts'

/** The data of a session that the API does not show. */
export interface SessionPlan {
  lineItems: Stripe.LineItem[]
  couponId: string | null
  paymentIntentMetadata: Record<string, string>
  subscriptionMetadata: Record<string, string>
  description: string | null
  /** Days without a charge at the start of a subscription; 0: none. */
  trialDays: number
  /** `customer_update[address]`: the entered address becomes that of the session's known customer. */
  savesAddress: boolean
  /** The tax that was computed when the session was paid. */
  tax: ComputedTax | null
}

/** The values that a caller chooses for a session; amounts in cents, times in seconds. */
export interface NewSession {
  mode: 'payment' | 'subscription'
  currency: string
  subtotal: number
  discount: number
  couponId: string | null
  clientReferenceId: string | null
  customer: string | null
  customerEmail: string | null
  customerCreation: 'always' | 'if_required'
  metadata: Record<string, string>
  successUrl: string
  cancelUrl: string | null
  expiresAt: number
  publicUrl: string
  automaticTax: boolean
  /** The page asks for a tax id. */
  taxIds: boolean
  billingAddress: 'auto' | 'required' | null
  /** The Payment Link that opened the session, if any. */
  paymentLink?: string
}

/** An open session with a hosted page. */
export function buildSession(from: NewSession): Stripe.Checkout.Session {
  const id = newId('cs_test', 58)
  const total = from.subtotal - from.discount
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: from.subtotal,
    amount_total: total,
    automatic_tax: from.automaticTax
      ? { enabled: true, liability: { type: 'self' }, provider: 'stripe', status: 'requires_location_inputs' }
      : { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: from.billingAddress,
    cancel_url: from.cancelUrl,
    client_reference_id: from.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: seconds(),
    currency: from.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: from.customer,
    customer_account: null,
    customer_creation: from.mode === 'subscription' ? 'always' : from.customer ? null : from.customerCreation,
    customer_details: from.customerEmail ? customerDetails(from.customerEmail) : null,
    customer_email: from.customerEmail,
    discounts: from.couponId ? [{ coupon: from.couponId, promotion_code: null }] : [],
    expires_at: from.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation:
      from.mode === 'payment'
        ? {
            enabled: false,
            invoice_data: {
              account_tax_ids: null,
              custom_fields: null,
              description: null,
              footer: null,
              issuer: null,
              metadata: {},
              rendering_options: null,
            },
          }
        : null,
    livemode: false,
    locale: null,
    managed_payments: { enabled: false },
    metadata: from.metadata,
    mode: from.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: from.paymentLink ?? null,
    payment_method_collection: from.mode === 'subscription' ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: from.successUrl,
    tax_id_collection: { enabled: from.taxIds, required: 'never' },
    total_details: { amount_discount: from.discount, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${from.publicUrl}/sandbox/stripe/checkout/${id}`,
    wallet_options: null,
  }
}

/** The `customer_details` of a session, once the email address is known. */
export function customerDetails(
  email: string,
  at: TaxLocation = { country: null, taxId: null },
): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: addressOf(at),
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: taxIdsOf(at),
  }
}

/** The page to which the buyer is redirected after payment. */
export function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}
