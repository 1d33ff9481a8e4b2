/** By whom a payment is collected, or given. */
export const PROVIDER_NAMES = {
  stripe: 'Card (Stripe)',
  coinbase: 'Crypto (Coinbase)',
  btcpay: 'Crypto (BTCPay Server)',
  free: 'Free',
  admin: 'Given by an admin',
} as const
