import type { ShopDeps } from '../../../http/shop-deps.ts'
import type { Paid, Source } from '../rules.ts'
import type { PaymentWithProduct } from '../store.ts'
import { writeSettlement } from './write-settlement.ts'

/** The observation of an order that costs nothing, in place of a provider's. */
const NOTHING_PAID: Paid = {
  kind: 'paid',
  amountCents: 0,
  currency: 'usd',
  transactionId: null,
  intentId: null,
  email: null,
  subscription: null,
  period: null,
  receivedCents: 0,
  refundedCents: 0,
  disputed: 'no',
}

/**
 * Settles an order that costs nothing. False where another request settled or closed the payment since it was read.
 */
export const settleFree = (
  deps: ShopDeps,
  target: PaymentWithProduct,
  source: Source,
  now: number,
): Promise<boolean> =>
  writeSettlement(deps, target, { checkoutId: null, observed: NOTHING_PAID }, source, now)
