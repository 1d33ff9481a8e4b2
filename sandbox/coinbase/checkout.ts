import type { Box } from '../box.ts'

export type CheckoutStatus =
  | 'ACTIVE'
  | 'PROCESSING'
  | 'DEACTIVATED'
  | 'EXPIRED'
  | 'COMPLETED'
  | 'FAILED'
  | 'REFUNDED'
  | 'PARTIALLY_REFUNDED'

export interface Refund {
  id: string
  checkoutId: string
  amount: string
  currency: string
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  reason?: string
  completedAt?: string
}

/** A checkout as the API shows it. */
export interface Checkout {
  id: string
  url: string
  amount: string
  currency: string
  network: string
  address: string
  status: CheckoutStatus
  description?: string
  metadata?: Record<string, string>
  successRedirectUrl?: string
  failRedirectUrl?: string
  expiresAt: string
  createdAt: string
  updatedAt: string
  settlement?: { totalAmount: string; feeAmount: string; netAmount: string; currency: string }
  transactionHash?: string
  refundedAmount?: string
  refunds?: Refund[]
}

export type CheckoutTerms = Pick<Checkout, 'amount' | 'currency'> &
  Partial<
    Pick<
      Checkout,
      'network' | 'description' | 'metadata' | 'successRedirectUrl' | 'failRedirectUrl' | 'expiresAt'
    >
  >

const dayMs = 24 * 60 * 60 * 1000

/** Random bytes in hex: ids have 12 bytes, transactions 32. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** A new, open checkout. */
export function buildCheckout(box: Box, terms: CheckoutTerms): Checkout {
  const id = randomHex(12)
  const now = Date.now()
  return {
    id,
    url: `${box.env.PUBLIC_URL}/sandbox/coinbase/checkout/${id}`,
    address: `0x${randomHex(20)}`,
    status: 'ACTIVE',
    network: 'base',
    expiresAt: new Date(now + dayMs).toISOString(),
    ...terms,
    createdAt: new Date(now).toISOString(),
    updatedAt: new Date(now).toISOString(),
  }
}
