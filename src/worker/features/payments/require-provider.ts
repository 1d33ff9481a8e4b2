import type { ShopDeps } from '../../http/shop-deps.ts'
import { type PaymentProvider, ProviderDown } from '../../providers/payment-provider.ts'
import { providerOf } from '../../providers/payment-providers.ts'
import type { Payment } from './store.ts'

/**
 * The provider that collects this payment. @throws ProviderDown where the deployment has no credentials for it any more
 */
export function requireProvider(deps: ShopDeps, payment: Pick<Payment, 'paymentProvider'>): PaymentProvider {
  const provider = providerOf(deps.providers, payment.paymentProvider)
  if (!provider) throw new ProviderDown(`No credentials for ${payment.paymentProvider}`)
  return provider
}
