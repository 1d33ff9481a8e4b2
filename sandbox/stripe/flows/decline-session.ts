import type Stripe from 'stripe'
import type { Box } from '../../box.ts'
import type { SessionPlan } from '../objects/session.ts'
import { backstageOf, save } from '../objects/store.ts'
import { sessionPayment } from './complete-session.ts'
import { failPayment } from './payments.ts'

/** Declines the card: the payment fails, and the session stays open for another attempt. */
export function declineSession(box: Box, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  // Nothing is due: only the set-up of the card fails.
  if (session.amount_total === 0) return session
  const plan = backstageOf<SessionPlan>(box, session.id)
  const payment = failPayment(box, sessionPayment(box, session, plan))
  return save(box, { ...session, payment_intent: payment.id })
}
