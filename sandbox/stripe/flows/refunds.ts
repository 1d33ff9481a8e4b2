import type Stripe from 'stripe'
import type { Box } from '../../box.ts'
import { newId } from '../../ids.ts'
import { seconds } from '../clock.ts'
import { emit } from '../emit.ts'
import { invalidRequest } from '../errors.ts'
import { idOf, listKind, load, save } from '../objects/store.ts'
import { endWarnings } from './disputes.ts'

/** The charge of a refund or dispute, by charge or payment id; refuses a payment without a charge. */
export function chargeFor(box: Box, by: { charge?: string; payment_intent?: string }): Stripe.Charge {
  if (by.charge) return load(box, 'charge', by.charge, 'charge')
  if (!by.payment_intent) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  }
  const payment = load(box, 'payment_intent', by.payment_intent, 'payment_intent')
  const charge = idOf(payment.latest_charge)
  if (charge) return load(box, 'charge', charge)
  throw invalidRequest(
    `This PaymentIntent (${payment.id}) does not have a successful charge to refund.`,
    'payment_intent',
  )
}

/** The unrefunded part of a charge. Failed refunds do not count, although `amount_refunded` can still include them. */
export const leftOf = (box: Box, charge: Stripe.Charge): number =>
  listKind(box, 'refund', -1, { charge: charge.id })
    .filter(({ status }) => status !== 'failed')
    .reduce((left, { amount }) => left - amount, charge.amount)

/**
 * The buyer's bank rejects the refund: the shop has the money again. As at Stripe, the charge's `amount_refunded` does
 * not change at once.
 */
export function failRefund(box: Box, refund: Stripe.Refund): Stripe.Refund {
  if (refund.status === 'failed') return refund
  const failed = save(box, {
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: newId('txn'),
  })
  emit(box, 'refund.failed', failed)
  emit(box, 'refund.updated', failed, { status: refund.status })
  return failed
}

/** Refunds a charge: `amount` cents, or all that is left. */
export function refundCharge(
  box: Box,
  charge: Stripe.Charge,
  terms: { amount?: number; reason?: Stripe.Refund['reason']; metadata?: Record<string, string> },
): Stripe.Refund {
  const left = leftOf(box, charge)
  if (left === 0) {
    throw invalidRequest(
      `Charge ${charge.id} has already been refunded.`,
      undefined,
      'charge_already_refunded',
    )
  }
  if (charge.disputed) {
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      undefined,
      'charge_disputed',
    )
  }
  const amount = terms.amount ?? left
  if (amount > left) {
    const say = `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge`
    throw invalidRequest(`${say} ($${(left / 100).toFixed(2)})`, 'amount')
  }
  const refund = save(box, {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { reference_status: 'pending', type: 'refund' }, type: 'card' },
    metadata: terms.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: terms.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  })
  const amountRefunded = charge.amount - left + amount
  const after = save(box, {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount,
  })
  emit(box, 'refund.created', refund)
  emit(box, 'charge.refunded', after, { amount_refunded: charge.amount_refunded, refunded: charge.refunded })
  if (after.refunded) endWarnings(box, charge.id)
  return refund
}
