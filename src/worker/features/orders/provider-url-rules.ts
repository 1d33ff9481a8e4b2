import type { PAYMENT_PROVIDERS } from '#shared/payments/contract.ts'

type Known = {
  paymentProvider: (typeof PAYMENT_PROVIDERS)[number]
  checkoutId: string | null
  intentId: string | null
  hostedUrl: string | null
}

/** The settings that determine the addresses of the providers' pages. */
export type Dashboards = { isLocal: boolean; stripeSecretKey: string; btcpay: { url: string } | null }

const stripeAt = ({ stripeSecretKey }: Dashboards) =>
  `https://dashboard.stripe.com${/^[sr]k_test_/.test(stripeSecretKey) ? '/test' : ''}`

/**
 * A payment's page in the dashboard of its provider; in a local run the page where it was paid. Null where there is no
 * such page: Coinbase documents no address for one checkout.
 */
export function providerUrl(payment: Known, at: Dashboards): string | null {
  const { paymentProvider, checkoutId, intentId } = payment
  if (at.isLocal) return payment.hostedUrl
  if (paymentProvider === 'btcpay')
    return at.btcpay && checkoutId ? `${at.btcpay.url}/invoices/${encodeURIComponent(checkoutId)}` : null
  if (paymentProvider !== 'stripe') return null
  if (intentId) return `${stripeAt(at)}/payments/${encodeURIComponent(intentId)}`
  if (checkoutId?.startsWith('in_')) return `${stripeAt(at)}/invoices/${encodeURIComponent(checkoutId)}`
  return checkoutId ? `${stripeAt(at)}/search?query=${encodeURIComponent(checkoutId)}` : null
}

/** A subscription's page at Stripe, the only provider that renews subscriptions. */
export const subscriptionUrl = (stripeId: string | null, at: Dashboards): string | null =>
  stripeId === null || at.isLocal ? null : `${stripeAt(at)}/subscriptions/${encodeURIComponent(stripeId)}`
