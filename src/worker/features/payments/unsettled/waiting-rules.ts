import { formatCents } from '#shared/core/money.ts'
import type {
  CollectingProvider,
  PAYMENT_PROVIDERS,
  PaymentStatus,
  PurchaseType,
} from '#shared/payments/contract.ts'
import { canComplete, wasMade } from '../rules.ts'

/** The owner who must bring a payment to an end, the reason why it waits, and whether Complete can end it. */
export type Waiting = { owner: 'sweep' | 'admin'; message: string; canComplete: boolean }

/** The name of each provider in a sentence. */
export const PLAIN_NAMES: Record<(typeof PAYMENT_PROVIDERS)[number], string> = {
  stripe: 'Stripe',
  coinbase: 'Coinbase',
  btcpay: 'BTCPay Server',
  free: 'free orders',
  admin: 'gifts',
}

type Unsettled = {
  status: PaymentStatus
  flaggedReason: string | null
  nextCheckAt: number | null
  checkoutId: string | null
  paymentProvider: (typeof PAYMENT_PROVIDERS)[number]
  purchaseType: PurchaseType
  amountCents: number
  receivedCents: number
  userId: number | null
  email: string | null
}

/**
 * The owner of a payment that is not final, and the reason why it waits; null where it is final. There is no third
 * owner: a payment that the sweep does not check is on the admin's list with an action. `providers` are those with
 * credentials.
 */
export function waitingOf(
  payment: Unsettled,
  wasClosedAsRefunded: boolean,
  providers: readonly CollectingProvider[],
): Waiting | null {
  const waits = reasonOf(payment, wasClosedAsRefunded, providers)
  return waits && { ...waits, canComplete: canComplete(payment, wasClosedAsRefunded) }
}

function reasonOf(
  payment: Unsettled,
  wasClosedAsRefunded: boolean,
  providers: readonly CollectingProvider[],
): Omit<Waiting, 'canComplete'> | null {
  if (payment.flaggedReason !== null) {
    if (wasMade(payment.status)) {
      const message = `${payment.flaggedReason}. Check what the buyer has paid and received. Refund what is left, here or at the provider, then click Complete to clear this flag.`
      return { owner: 'admin', message }
    }
    if (!canComplete(payment, wasClosedAsRefunded)) {
      const message = `${payment.flaggedReason}. Refund the money at the provider, then click Close on the order.`
      return { owner: 'admin', message }
    }
    const message = `${payment.flaggedReason}. To give access without a further payment, click Complete. To give none, refund the money at the provider, then click Close on the order.`
    return { owner: 'admin', message }
  }
  if (wasMade(payment.status)) return null
  if (payment.status !== 'pending' && payment.nextCheckAt === null) return null
  if (payment.paymentProvider === 'free')
    return { owner: 'sweep', message: 'It is free and completes within five minutes.' }
  if (!isCollected(payment.paymentProvider, providers) && payment.checkoutId !== null) {
    const message = `There are no credentials for ${PLAIN_NAMES[payment.paymentProvider]}. Set them again, or complete it by hand.`
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
      ? `${sums}. Waiting for the amount due.`
      : `${sums}. The payment page is closed. Waiting for the amount due.`
  }
  if (status === 'failed' && payment.purchaseType === 'subscription')
    return 'The renewal could not be charged. The provider will try again.'
  if (payment.checkoutId === null)
    return 'No payment page was opened for the buyer. The order closes one day after it started.'
  return status === 'pending'
    ? 'Waiting for the buyer to pay, or for the money to arrive.'
    : 'It was closed unpaid. We check with the provider once more.'
}
