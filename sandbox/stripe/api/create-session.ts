import type Stripe from 'stripe'
import type { Box } from '../../box.ts'
import { newId } from '../../ids.ts'
import { seconds } from '../clock.ts'
import { invalidRequest } from '../errors.ts'
import { couponDiscount, couponRefusal } from '../objects/coupon.ts'
import { buildPrice } from '../objects/price.ts'
import { buildSession, type SessionPlan } from '../objects/session.ts'
import { load, save } from '../objects/store.ts'
import type { SessionParams } from './session-params.ts'

const minute = 60
const day = 24 * 60 * minute

/** Opens a session, or refuses as Stripe does. */
export function createSession(box: Box, params: SessionParams): Stripe.Checkout.Session {
  refuseContradictions(params)
  refuseTax(params, params.customer ? load(box, 'customer', params.customer, 'customer') : null)
  const lineItems = params.line_items.map(buildLineItem)
  const currency = lineItems[0]?.currency ?? 'usd'
  const trialDays = params.subscription_data?.trial_period_days ?? 0
  // During a trial nothing is due: the first invoice is over $0.
  const subtotal = trialDays > 0 ? 0 : lineItems.reduce((sum, line) => sum + line.amount_subtotal, 0)
  const coupon = usableCoupon(box, params)
  const discount = coupon ? couponDiscount(coupon, subtotal) : 0
  const total = subtotal - discount
  if (total > 0 && total < 50) {
    const message = "The Checkout Session's total amount must convert to at least 50 cents."
    throw invalidRequest(message, undefined, 'amount_too_small')
  }
  const session = buildSession({
    mode: params.mode,
    currency,
    subtotal,
    discount,
    couponId: coupon?.id ?? null,
    clientReferenceId: params.client_reference_id ?? null,
    customer: params.customer ?? null,
    customerEmail: params.customer_email ?? null,
    customerCreation: params.customer_creation ?? 'if_required',
    metadata: params.metadata,
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    expiresAt: expiry(params.expires_at, seconds()),
    publicUrl: box.env.PUBLIC_URL,
    automaticTax: params.automatic_tax?.enabled ?? false,
    taxIds: params.tax_id_collection?.enabled ?? false,
    billingAddress: params.billing_address_collection ?? null,
  })
  const plan: SessionPlan = {
    lineItems,
    couponId: coupon?.id ?? null,
    paymentIntentMetadata: params.payment_intent_data?.metadata ?? {},
    subscriptionMetadata: params.subscription_data?.metadata ?? {},
    description: params.payment_intent_data?.description ?? null,
    trialDays,
    savesAddress: params.customer_update?.address === 'auto',
    tax: null,
  }
  return save(box, session, plan)
}

function refuseContradictions(params: SessionParams): void {
  const { mode } = params
  const recurring = params.line_items.filter((line) => line.price_data.recurring).length
  const wrong =
    (mode === 'payment' &&
      recurring > 0 &&
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.') ||
    (mode === 'subscription' &&
      recurring === 0 &&
      'You must provide at least one recurring price in `subscription` mode when using prices.') ||
    (mode === 'payment' &&
      params.subscription_data &&
      'You can not pass `subscription_data` in `payment` mode.') ||
    (mode === 'subscription' &&
      params.payment_intent_data &&
      'You can not pass `payment_intent_data` in `subscription` mode.') ||
    (mode === 'subscription' &&
      params.customer_creation &&
      '`customer_creation` can only be used in `payment` mode.') ||
    (params.customer &&
      params.customer_email &&
      'You may only specify one of these parameters: customer, customer_email.') ||
    (params.discounts &&
      params.allow_promotion_codes !== undefined &&
      'You may only specify one of these parameters: allow_promotion_codes, discounts.') ||
    (new Set(params.line_items.map((line) => line.price_data.currency)).size > 1 &&
      'All line items must have the same currency.')
  if (wrong) throw invalidRequest(wrong)
}

/** Stripe Tax needs prices that say whether they include it, and an address for the customer. */
function refuseTax(params: SessionParams, customer: Stripe.Customer | null): void {
  const update = params.customer_update
  if (update && !customer) throw invalidRequest('`customer_update` can only be used with `customer`.')
  if (params.tax_id_collection?.enabled && customer && update?.name !== 'auto')
    throw invalidRequest(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
    )
  if (!params.automatic_tax?.enabled) return
  if (params.line_items.some(({ price_data: price }) => price.tax_behavior === 'unspecified'))
    throw invalidRequest(
      'Automatic tax requires a `tax_behavior` on every price. Set `line_items[0][price_data][tax_behavior]`.',
      'line_items[0][price_data][tax_behavior]',
    )
  if (params.line_items.some(({ price_data: price }) => price.tax_behavior === 'exclusive'))
    throw new Error('The sandbox computes only taxes that prices include')
  if (customer && !customer.address?.country && update?.address !== 'auto')
    throw invalidRequest(
      'Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to `auto` or `customer_update[shipping]` to `auto` to save the address entered in Checkout to the Customer.',
      undefined,
      'customer_tax_location_invalid',
    )
}

function usableCoupon(box: Box, params: SessionParams): Stripe.Coupon | null {
  const id = params.discounts?.[0]?.coupon
  if (!id) return null
  const coupon = load(box, 'coupon', id, 'discounts[0][coupon]')
  const refusal = couponRefusal(coupon, seconds())
  if (refusal) throw invalidRequest(refusal, 'discounts[0][coupon]', 'coupon_expired')
  return coupon
}

function expiry(wanted: number | undefined, now: number): number {
  const at = wanted ?? now + day
  // 10 seconds of tolerance: the caller computed its timestamp before this call.
  if (at < now + 30 * minute - 10) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    )
  }
  if (at > now + day + 10) {
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    )
  }
  return at
}

export function buildLineItem(line: SessionParams['line_items'][number]): Stripe.LineItem {
  const { currency, unit_amount: unitAmount, recurring, product_data: product } = line.price_data
  const amount = unitAmount * line.quantity
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: product.name,
    metadata: line.metadata,
    price: buildPrice({
      currency,
      unitAmount,
      recurring: recurring ?? null,
      taxBehavior: line.price_data.tax_behavior,
    }),
    quantity: line.quantity,
  }
}
