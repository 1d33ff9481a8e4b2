import type { CryptoProvider } from './contract.ts'

/** What buyers call each crypto provider. */
export const CRYPTO_NAMES = { coinbase: 'Coinbase', btcpay: 'BTCPay Server' } as const satisfies Record<
  CryptoProvider,
  string
>

/** The label of each provider that collects a payment or gives a product for free. */
export const PROVIDER_NAMES = {
  stripe: 'Card (Stripe)',
  coinbase: 'Crypto (Coinbase)',
  btcpay: 'Crypto (BTCPay Server)',
  free: 'Free',
  admin: 'Given by an admin',
} as const
