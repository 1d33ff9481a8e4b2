import { formatCents } from '#shared/core/money.ts'
import type { Db } from '../../../db/client.ts'
import { type PaymentProvider, ProviderDown, ProviderRefused } from '../../../providers/payment-provider.ts'
import { arrivedAt } from '../balance/rules.ts'
import type { Payment } from '../store.ts'
import { observePayment } from './observe-payment.ts'
import { findCountedByHand } from './store.ts'

export const REFUND_ANOTHER_WAY = 'The order was completed by hand. Refund the buyer the way they paid.'

/**
 * Refuses a refund of money that did not arrive at BTCPay Server, which pays any refund from the shop's wallet. That
 * concerns orders that an admin completed by hand without the provider's answer. The other providers refuse it themselves.
 * @throws ProviderRefused; ProviderDown, also while the money is on its way
 */
export async function refuseMissingMoney(
  db: Db,
  provider: PaymentProvider,
  payment: Payment,
  amountCents: number,
  now: number,
): Promise<void> {
  const { id, checkoutId, paymentProvider } = payment
  if (paymentProvider !== 'btcpay' || checkoutId === null) return
  if ((await findCountedByHand(db, id)) === null) return
  const { observed, ownRefundedCents } = await observePayment(db, provider, payment, checkoutId, now)
  if (observed.kind === 'processing') throw new ProviderDown('The money is on its way to BTCPay Server')
  const left = Math.max(0, arrivedAt(observed) - ownRefundedCents)
  if (left < amountCents)
    throw new ProviderRefused(`BTCPay Server has ${formatCents(left)} of this order. ${REFUND_ANOTHER_WAY}`)
}
