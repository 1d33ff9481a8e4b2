import type Stripe from 'stripe'
import type { Box } from '../../box.ts'
import { buildLineItem } from '../api/create-session.ts'
import { seconds } from '../clock.ts'
import type { PayLink } from '../objects/pay-links.ts'
import { buildSession, type SessionPlan } from '../objects/session.ts'
import { save } from '../objects/store.ts'

const day = 24 * 60 * 60

/** As at Stripe: each visit to a Payment Link opens a new session with a copy of the link's metadata. */
export function openPayLink(box: Box, link: PayLink): Stripe.Checkout.Session {
  const metadata = { product_id: String(link.productId) }
  const line = buildLineItem({
    quantity: 1,
    metadata: {},
    price_data: {
      currency: 'usd',
      unit_amount: link.cents,
      tax_behavior: 'unspecified',
      product_data: { name: link.name, metadata: {} },
      ...(link.monthly && { recurring: { interval: 'month' as const, interval_count: 1 } }),
    },
  })
  const session = buildSession({
    mode: link.monthly ? 'subscription' : 'payment',
    currency: 'usd',
    subtotal: link.cents,
    discount: 0,
    couponId: null,
    clientReferenceId: null,
    customer: null,
    customerEmail: null,
    customerCreation: 'if_required',
    metadata,
    successUrl: `${box.env.PUBLIC_URL}/payment/success?source=card&status=paid`,
    cancelUrl: `${box.env.PUBLIC_URL}/payment/cancel`,
    expiresAt: seconds() + day,
    publicUrl: box.env.PUBLIC_URL,
    automaticTax: false,
    taxIds: false,
    billingAddress: null,
    paymentLink: link.id,
  })
  const plan: SessionPlan = {
    lineItems: [line],
    couponId: null,
    paymentIntentMetadata: {},
    subscriptionMetadata: {},
    description: null,
    trialDays: 0,
    savesAddress: false,
    tax: null,
  }
  return save(box, session, plan)
}
