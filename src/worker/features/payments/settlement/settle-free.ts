import type { ShopDeps } from '../../../http/shop-deps.ts'
import type { Paid, Source } from '../rules.ts'
import type { PaymentWithProduct } from '../store.ts'
import { writeSettlement } from './write-settlement.ts'

/** What a provider would say of an order that costs nothing. */
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
 * Settles an order that costs nothing: making it is paying it. False where the payment moved on since it was read:
 * another request settled it, or closed it.
 */
export const settleFree = (
  deps: ShopDeps,
  target: PaymentWithProduct,
  source: Source,
  now: number,
): Promise<boolean> =>
  writeSettlement(deps, target, { checkoutId: null, observed: NOTHING_PAID }, source, now)
