import type Stripe from 'stripe'
import { newId } from '../../ids.ts'
import { seconds } from '../clock.ts'

/** The fingerprint of a card that can be stored, and whose charges fail: Stripe's test card 4000 0000 0000 0341. */
export const FAILING_CARD = 'fp_fails_when_charged'

/** A customer's stored card. `fingerprint` is the same for the same card number; absent: a new card. */
export const buildCard = (
  customer: string,
  email: string,
  fingerprint = newId('fp'),
): Stripe.PaymentMethod => ({
  id: newId('pm'),
  object: 'payment_method',
  billing_details: { address: null, email, name: null, phone: null, tax_id: null },
  card: {
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: 'visa',
    exp_month: 12,
    exp_year: 2034,
    fingerprint,
    funding: 'credit',
    generated_from: null,
    last4: '4242',
    networks: { available: ['visa'], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: seconds(),
  customer,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
})

/** The set-up of a card for later charges, where nothing is due now. */
export const buildSetup = (card: Stripe.PaymentMethod): Stripe.SetupIntent => {
  const id = newId('seti')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId('x').slice(2)}`,
    created: seconds(),
    customer: card.customer,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: card.id,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'succeeded',
    usage: 'off_session',
  }
}
