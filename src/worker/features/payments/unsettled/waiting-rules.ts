import { formatCents } from '#shared/core/money.ts'
import type {
  CollectingProvider,
  PAYMENT_PROVIDERS,
  PaymentStatus,
  PurchaseType,
} from '#shared/payments/contract.ts'
import { wasMade } from '../rules.ts'

/** The owner who must bring a payment to an end, and the reason why it waits. */
export type Waiting = { owner: 'sweep' | 'admin'; message: string }

type Unsettled = {
  status: PaymentStatus
  flaggedReason: string | null
  nextCheckAt: number | null
  checkoutId: string | null
  paymentProvider: (typeof PAYMENT_PROVIDERS)[number]
  purchaseType: PurchaseType
  amountCents: number
  receivedCents: number
}

/**
 * The owner of a payment that is not final, and the reason why it waits; null where it is final. There is no third
 * owner: a payment that the sweep does not check is on the admin's list with an action. `providers` are those with
 * credentials.
 */
export function waitingOf(payment: Unsettled, providers: readonly CollectingProvider[]): Waiting | null {
  if (payment.flaggedReason !== null) {
    if (wasMade(payment.status)) {
      const message = `${payment.flaggedReason}. Make sure that the customer has what they paid for and complete it, or refund it.`
      return { owner: 'admin', message }
    }
    const message = `${payment.flaggedReason}. Complete it as it is, or refund the money at the provider.`
    return { owner: 'admin', message }
  }
  if (wasMade(payment.status)) return null
  if (payment.status !== 'pending' && payment.nextCheckAt === null) return null
  if (payment.paymentProvider === 'free')
    return { owner: 'sweep', message: 'It is free and completes within five minutes.' }
  if (!isCollected(payment.paymentProvider, providers) && payment.checkoutId !== null) {
    const message = `There are no credentials for ${payment.paymentProvider}: set them again, or complete it by hand.`
    return { owner: 'admin', message }
  }
  return { owner: 'sweep', message: patienceOf(payment) }
}

const isCollected = (name: Unsettled['paymentProvider'], providers: readonly CollectingProvider[]) =>
  (providers as readonly string[]).includes(name)

function patienceOf(payment: Unsettled): string {
  const { status, receivedCents, amountCents } = payment
  if (receivedCents > 0 && receivedCents < amountCents) {
    const sums = `${formatCents(receivedCents)} of ${formatCents(amountCents)} arrived`
    return status === 'pending'
      ? `${sums}; waiting for the amount due.`
      : `${sums} in time; waiting for the amount due.`
  }
  if (status === 'failed' && payment.purchaseType === 'subscription')
    return 'A renewal that could not be collected; the provider tries again.'
  if (payment.checkoutId === null)
    return 'The buyer got no payment page. It is closed a day after it started.'
  return status === 'pending'
    ? 'Waiting for the buyer to pay, or for the money to arrive.'
    : 'It was closed unpaid. We check with the provider once more.'
}
