import type Stripe from 'stripe'
import type { Box } from '../../box.ts'
import { readFaults } from '../../faults/store.ts'
import { seconds } from '../clock.ts'
import { emit } from '../emit.ts'
import type { CustomerBackstage } from '../objects/customer.ts'
import { buildInvoice, buildInvoicePayment } from '../objects/invoice.ts'
import { buildPaymentIntent } from '../objects/payment-intent.ts'
import { backstageOf, countKind, find, idOf, listKind, load, save } from '../objects/store.ts'
import { computeTax } from '../objects/tax.ts'
import { failPayment, succeedPayment } from './payments.ts'

/** Creates and finalizes an invoice and its payment (no payment when nothing is due). */
export function issueInvoice(
  box: Box,
  from: Omit<Parameters<typeof buildInvoice>[0], 'tax' | 'taxId'> & { payment?: Stripe.PaymentIntent | null },
): { invoice: Stripe.Invoice; payment: Stripe.PaymentIntent | null } {
  const draft = save(box, buildInvoice({ ...from, ...taxOf(box, from) }))
  emit(box, 'invoice.created', draft)
  const invoice = save(box, {
    ...draft,
    number: `${from.customer.invoice_prefix}-${String(countKind(box, 'invoice')).padStart(4, '0')}`,
    status: 'open',
    effective_at: seconds(),
    status_transitions: { ...draft.status_transitions, finalized_at: seconds() },
  })
  emit(box, 'invoice.finalized', invoice)
  if (invoice.amount_due === 0) return { invoice, payment: null }
  const fresh = buildPaymentIntent({
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: from.customer.id,
    metadata: {},
    description: from.reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
  })
  const payment = save(box, {
    ...fresh,
    ...(from.payment ? { id: from.payment.id, client_secret: from.payment.client_secret } : {}),
  })
  save(box, buildInvoicePayment(invoice, payment))
  return { invoice, payment }
}

/** The tax of a subscription's invoice, by the address and the tax id that its customer has now. */
function taxOf(
  box: Box,
  {
    subscription,
    customer,
    total,
  }: { subscription: Stripe.Subscription; customer: Stripe.Customer; total: number },
) {
  const { taxId } = backstageOf<CustomerBackstage | null>(box, customer.id) ?? { taxId: null }
  if (!subscription.automatic_tax.enabled) return { tax: null, taxId }
  const at = { country: customer.address?.country ?? null, taxId }
  return { tax: computeTax(total, at, readFaults(box).tax), taxId }
}

/** Pays an open invoice. */
export function payInvoice(
  box: Box,
  invoice: Stripe.Invoice,
  payment: Stripe.PaymentIntent | null,
  card?: string,
): Stripe.Invoice {
  if (payment) succeedPayment(box, payment, invoice.customer_email, card)
  const link = paymentOf(box, invoice.id)
  if (link) {
    save(box, {
      ...link,
      amount_paid: invoice.amount_due,
      status: 'paid',
      status_transitions: { ...link.status_transitions, paid_at: seconds() },
    })
  }
  const paid = save(box, {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: seconds() },
  })
  emit(box, 'invoice.paid', paid)
  return paid
}

/** The payment of an open invoice fails; Stripe would retry in three days. */
export function failInvoice(
  box: Box,
  invoice: Stripe.Invoice,
  payment: Stripe.PaymentIntent | null,
): Stripe.Invoice {
  if (payment) failPayment(box, payment)
  const failed = save(box, {
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: seconds() + 3 * 86_400,
  })
  emit(box, 'invoice.payment_failed', failed)
  return failed
}

/** The link between an invoice and its payment. */
export function paymentOf(box: Box, invoiceId: string): Stripe.InvoicePayment | undefined {
  return listKind(box, 'invoice_payment', 1, { invoice: invoiceId })[0]
}

/** The payment that belongs to an invoice. */
export function intentOf(box: Box, invoice: Stripe.Invoice): Stripe.PaymentIntent | null {
  const id = idOf(paymentOf(box, invoice.id)?.payment.payment_intent)
  return id ? load(box, 'payment_intent', id) : null
}

/** A subscription's latest invoice while it is still unpaid. */
export function openInvoiceOf(box: Box, subscription: Stripe.Subscription): Stripe.Invoice | null {
  const id = idOf(subscription.latest_invoice)
  const invoice = id ? find(box, 'invoice', id) : undefined
  return invoice?.status === 'open' ? invoice : null
}
