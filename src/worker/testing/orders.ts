import { env } from 'cloudflare:workers'
import { HOUR } from '#shared/core/time.ts'
import type { CheckoutOrder } from '../providers/payment-provider.ts'

/** An order for a provider to collect, of a payment without a row. */
export const anOrder = (change: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  reference: crypto.randomUUID(),
  purchaseType: 'one-time',
  productName: 'Some farmer',
  amountCents: 4900,
  originalCents: 4900,
  currency: 'usd',
  email: 'buyer@mail.test',
  successUrl: `${env.PUBLIC_URL}/success?session_id=1&source=crypto`,
  cancelUrl: `${env.PUBLIC_URL}/cancel`,
  expiresAt: Date.now() + 23 * HOUR,
  ...change,
})
