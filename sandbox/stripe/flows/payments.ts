import type Stripe from 'stripe'
import type { Box } from '../../box.ts'
import { newId } from '../../ids.ts'
import { emit } from '../emit.ts'
import { buildCharge } from '../objects/charge.ts'
import { declined } from '../objects/payment-intent.ts'
import { save } from '../objects/store.ts'

/** Collects the money: creates a charge, and the payment succeeds. `card` is the fingerprint of the card; absent: a new one. */
export function succeedPayment(
  box: Box,
  payment: Stripe.PaymentIntent,
  email: string | null,
  card = newId('fp'),
): Stripe.PaymentIntent {
  const ready = { ...payment, payment_method: newId('pm') }
  const charge = save(box, buildCharge(ready, email, card))
  const paid = save(box, {
    ...ready,
    amount_received: payment.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    receipt_email: email,
    status: 'succeeded',
  })
  emit(box, 'charge.succeeded', charge)
  emit(box, 'payment_intent.succeeded', paid)
  return paid
}

/** Begins a payment by a delayed method: the money can arrive later. */
export function beginPayment(box: Box, payment: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const processing = save(box, { ...payment, payment_method: newId('pm'), status: 'processing' })
  emit(box, 'payment_intent.processing', processing)
  return processing
}

/** The card is declined; another attempt is possible. */
export function failPayment(box: Box, payment: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const failed = save(box, {
    ...payment,
    last_payment_error: declined,
    payment_method: null,
    status: 'requires_payment_method',
  })
  emit(box, 'payment_intent.payment_failed', failed)
  return failed
}
