import type { RenewPrepaid } from '#shared/payments/contract.ts'
import { Problem } from '../../../core/problem.ts'
import { batchOf } from '../../../db/account-batch.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { findOwnSubscription } from '../subscription-store.ts'
import { createPayment } from './create-payment.ts'

/**
 * Opens a crypto charge for one more month of a subscription that is, or was, paid in advance. Returns the open charge
 * where there is one already.
 * @throws Problem 400 (as orderTaxBy), 404, 409 (it renews automatically, or the purchase is refused: `data.code`), 503; ProviderDown
 */
export async function renewPrepaid(
  deps: ShopDeps,
  viewer: { id: number; email: string },
  { id, billingCountry }: { id: number } & RenewPrepaid,
  now: number,
): Promise<{ url: string }> {
  const [found] = await findOwnSubscription(deps.db, viewer.id, id)
  if (!found) throw new Problem(404, 'There is no such subscription.')
  if (found.stripeSubscriptionId !== null)
    throw new Problem(
      409,
      'This subscription is paid by card. Only months paid in advance are renewed with crypto.',
    )
  const { newCrypto: provider } = deps.providers
  if (provider === null)
    throw new Problem(503, 'Crypto payments are not available in this shop right now. Please pay by card.')
  const input = {
    productId: found.scriptId,
    purchaseType: 'subscription' as const,
    provider,
    email: viewer.email,
    billingCountry,
    clientPaymentId: crypto.randomUUID(),
  }
  const { url } = await createPayment(deps, batchOf(deps.db, viewer.id), input, now)
  return { url }
}
