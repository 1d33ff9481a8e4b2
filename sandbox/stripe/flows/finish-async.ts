import type Stripe from 'stripe'
import type { Box } from '../../box.ts'
import { emit } from '../emit.ts'
import { idOf, load, save } from '../objects/store.ts'
import { failInvoice, intentOf, payInvoice } from './invoices.ts'
import { failPayment, succeedPayment } from './payments.ts'

/** The payment by a delayed method succeeds or fails. A session without a pending payment is not changed. */
export function finishAsync(
  box: Box,
  session: Stripe.Checkout.Session,
  succeeded: boolean,
): Stripe.Checkout.Session {
  if (session.status !== 'complete' || session.payment_status !== 'unpaid') return session
  const invoiceId = idOf(session.invoice)
  const paymentId = idOf(session.payment_intent)
  if (invoiceId) {
    const invoice = load(box, 'invoice', invoiceId)
    if (invoice.status !== 'open') return session
    if (succeeded) payInvoice(box, invoice, intentOf(box, invoice))
    else failFirstInvoice(box, session, invoice)
  } else if (paymentId) {
    const payment = load(box, 'payment_intent', paymentId)
    if (payment.status !== 'processing') return session
    if (succeeded) succeedPayment(box, payment, session.customer_details?.email ?? null)
    else failPayment(box, payment)
  }
  const done = save(box, { ...session, payment_status: succeeded ? 'paid' : 'unpaid' })
  emit(box, `checkout.session.async_payment_${succeeded ? 'succeeded' : 'failed'}`, done)
  return done
}

function failFirstInvoice(box: Box, session: Stripe.Checkout.Session, invoice: Stripe.Invoice): void {
  failInvoice(box, invoice, intentOf(box, invoice))
  const subscription = load(box, 'subscription', idOf(session.subscription) ?? '')
  const late = save(box, { ...subscription, status: 'past_due' })
  emit(box, 'customer.subscription.updated', late, { status: subscription.status })
}
