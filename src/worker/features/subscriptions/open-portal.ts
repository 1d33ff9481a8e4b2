import { Problem } from '../../core/problem.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { ProviderRefused } from '../../providers/payment-provider.ts'
import { findCustomer } from './store.ts'

/**
 * The address of the provider's page for this user's cards and invoices. That page leads back to the dashboard.
 * @throws Problem 404 where the user never subscribed by card, 409 where the provider has no page; ProviderDown
 */
export async function openPortal({ db, providers, config }: ShopDeps, userId: number): Promise<string> {
  const [customer] = await findCustomer(db, userId)
  if (!customer?.customerId) throw new Problem(404, 'There is no subscription by card to manage.')
  try {
    return await providers.stripe.openPortal(
      customer.customerId,
      `${config.publicUrl}/dashboard?tab=subscriptions`,
    )
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    const message = 'The payment provider could not open its billing page. Please write to support.'
    throw new Problem(409, message)
  }
}
