import type Stripe from 'stripe'
import type { Box } from '../../box.ts'
import { readFaults, takeTamper } from '../../faults/store.ts'
import { seconds } from '../clock.ts'
import { emit } from '../emit.ts'
import { buildCard, buildSetup } from '../objects/card.ts'
import { buildCustomer, type CustomerBackstage } from '../objects/customer.ts'
import { buildPaymentIntent } from '../objects/payment-intent.ts'
import { customerDetails, type SessionPlan } from '../objects/session.ts'
import { backstageOf, find, idOf, load, save } from '../objects/store.ts'
import { buildSubscription } from '../objects/subscription.ts'
import { addressOf, computeTax, type TaxLocation } from '../objects/tax.ts'
import { issueInvoice, payInvoice } from './invoices.ts'
import { beginPayment, succeedPayment } from './payments.ts'
import { announceEndingTrial } from './trials.ts'

type Session = Stripe.Checkout.Session

/** What the buyer enters. `card`: the fingerprint of the card; absent: a new one. */
export interface Buyer {
  email: string
  card?: string | undefined
  at?: TaxLocation
}

/** The buyer pays an open session: at once ('paid') or by a delayed method ('processing'). */
export function completeSession(
  box: Box,
  open: Session,
  { email, card, at = { country: null, taxId: null } }: Buyer,
  how: 'paid' | 'processing',
): Session {
  const known = backstageOf<SessionPlan>(box, open.id)
  const tamper = takeTamper(box)
  const amount = tamper.amount ?? open.amount_total ?? 0
  const session: Session = {
    ...open,
    amount_total: amount,
    currency: tamper.currency ?? open.currency,
    customer_details: customerDetails(email, at),
    payment_status: amount === 0 ? 'no_payment_required' : how === 'paid' ? 'paid' : 'unpaid',
    status: 'complete',
    url: null,
  }
  const tax = open.automatic_tax.enabled ? computeTax(amount, at, readFaults(box).tax) : null
  if (tax) {
    session.automatic_tax = { ...open.automatic_tax, status: tax.status }
    session.total_details = open.total_details && { ...open.total_details, amount_tax: tax.amount }
  }
  const plan = { ...known, tax }
  redeemCoupon(box, plan.couponId)
  const outcome =
    session.mode === 'subscription'
      ? subscribe(box, session, plan, { email, card, at }, how)
      : payOnce(box, session, plan, { email, card, at }, how)
  const complete = save(box, { ...session, ...outcome }, plan)
  emit(box, 'checkout.session.completed', complete)
  return complete
}

/** The payment of a one-time session. The first attempt creates it. */
export function sessionPayment(box: Box, session: Session, plan: SessionPlan): Stripe.PaymentIntent {
  const known = idOf(session.payment_intent)
  const payment = known ? load(box, 'payment_intent', known) : null
  const terms = {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer: idOf(session.customer),
  }
  if (payment) return { ...payment, ...terms }
  return buildPaymentIntent({ ...terms, metadata: plan.paymentIntentMetadata, description: plan.description })
}

function payOnce(
  box: Box,
  session: Session,
  plan: SessionPlan,
  { email, card, at }: Required<Pick<Buyer, 'at'>> & Buyer,
  how: 'paid' | 'processing',
): Partial<Session> {
  const customer =
    idOf(session.customer) ?? (session.customer_creation === 'always' ? newCustomer(box, email, at).id : null)
  if (session.amount_total === 0) return { customer }
  const payment = sessionPayment(box, { ...session, customer }, plan)
  const made = how === 'paid' ? succeedPayment(box, payment, email, card) : beginPayment(box, payment)
  return { customer, payment_intent: made.id }
}

function subscribe(
  box: Box,
  session: Session,
  plan: SessionPlan,
  { email, card, at }: Required<Pick<Buyer, 'at'>> & Buyer,
  how: 'paid' | 'processing',
): Partial<Session> {
  const known = idOf(session.customer)
  const before = known ? load(box, 'customer', known) : newCustomer(box, email, at)
  const moves = known !== null && plan.savesAddress && at.country !== null
  const customer = moves ? save(box, { ...before, address: addressOf(at) }, { taxId: at.taxId }) : before
  const method = save(box, buildCard(customer.id, email, card))
  const subscription = buildSubscription({
    customer: customer.id,
    lines: plan.lineItems,
    metadata: plan.subscriptionMetadata,
    card: method.id,
    trialDays: plan.trialDays,
    automaticTax: session.automatic_tax.enabled,
  })
  const tried = idOf(session.payment_intent)
  const { invoice, payment } = issueInvoice(box, {
    subscription,
    customer,
    reason: 'subscription_create',
    subtotal: session.amount_subtotal ?? 0,
    total: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    payment: tried ? find(box, 'payment_intent', tried) : null,
  })
  const setup = plan.trialDays > 0 ? save(box, buildSetup(method)) : null
  if (setup) emit(box, 'setup_intent.succeeded', setup)
  emit(box, 'payment_method.attached', method)
  const started = save(box, { ...subscription, latest_invoice: invoice.id })
  emit(box, 'customer.subscription.created', started)
  if (how === 'paid' || !payment) payInvoice(box, invoice, payment, method.card?.fingerprint ?? undefined)
  else beginPayment(box, payment)
  announceEndingTrial(box, started, seconds())
  // As at Stripe: a subscription's payment belongs to its invoice, not to the session.
  return {
    customer: customer.id,
    subscription: started.id,
    invoice: invoice.id,
    payment_intent: null,
    setup_intent: setup?.id ?? null,
  }
}

const newCustomer = (box: Box, email: string, at: TaxLocation) =>
  save(box, buildCustomer({ email, address: addressOf(at) }), { taxId: at.taxId } satisfies CustomerBackstage)

function redeemCoupon(box: Box, id: string | null): void {
  const coupon = id ? find(box, 'coupon', id) : undefined
  if (!coupon) return
  const times = coupon.times_redeemed + 1
  const usedUp = coupon.max_redemptions !== null && times >= coupon.max_redemptions
  save(box, { ...coupon, times_redeemed: times, valid: coupon.valid && !usedUp })
}
