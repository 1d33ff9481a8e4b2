import { type CollectingProvider, CRYPTO_PROVIDERS, type CryptoProvider } from '#shared/payments/contract.ts'
import { btcpayProvider } from './btcpay.ts'
import { coinbaseProvider } from './coinbase.ts'
import type { Config } from './config.ts'
import type { Env } from './env.ts'
import { outsideFetch } from './outside.ts'
import type { PaymentProvider, SubscriptionProvider } from './payment-provider.ts'
import { stripeProvider } from './stripe.ts'

/** Every provider this deployment is configured for. */
export type PaymentProviders = {
  stripe: SubscriptionProvider
  /** All with credentials, also a provider that takes no new payments. */
  crypto: Partial<Record<CryptoProvider, PaymentProvider>>
  /** The provider of new crypto payments; null: none. */
  newCrypto: CryptoProvider | null
}

export function paymentProviders(config: Config, env: Env): PaymentProviders {
  const outside = outsideFetch(env)
  return {
    stripe: stripeProvider(config, outside),
    crypto: {
      ...(config.coinbase && { coinbase: coinbaseProvider(config.coinbase, outside) }),
      ...(config.btcpay && { btcpay: btcpayProvider(config.btcpay, outside) }),
    },
    newCrypto: config.cryptoProvider,
  }
}

/**
 * The provider that collects, or collected, this payment; undefined where the deployment has no credentials for it, or
 * where no money is collected (free, granted by an admin).
 */
export function providerOf(
  providers: PaymentProviders,
  name: CollectingProvider | 'free' | 'admin',
): PaymentProvider | undefined {
  if (name === 'free' || name === 'admin') return undefined
  return name === 'stripe' ? providers.stripe : providers.crypto[name]
}

/** Every provider with credentials, always in the same order. */
export const allProviders = ({ stripe, crypto }: PaymentProviders): PaymentProvider[] => [
  stripe,
  ...CRYPTO_PROVIDERS.flatMap((name) => crypto[name] ?? []),
]

/** The provider with the name in a stored event. */
export const namedProvider = (providers: PaymentProviders, name: string): PaymentProvider | undefined =>
  allProviders(providers).find((provider) => provider.name === name)
