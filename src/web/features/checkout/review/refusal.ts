import type { PaymentRefusal } from '#shared/payments/contract.ts'
import { ApiError, reasonOf } from '../../../lib/api.ts'

/** `data` of a 409. Without zod, so that the checkout opens without its code. */
type Conflict = { code?: PaymentRefusal; amount?: unknown; originalAmount?: unknown }

const numberOr = <Other>(value: unknown, other: Other) => (typeof value === 'number' ? value : other)

export type Refusal =
  /** The server's price is different (USD; `fullPrice` is without a coupon). The buyer must confirm the new price. */
  | { kind: 'price'; amount: number; fullPrice: number }
  /** The coupon does not apply any more. `fullPrice` is the price without it. */
  | { kind: 'coupon'; message: string; fullPrice: number }
  /** The order does not begin with free days any more. `fullPrice` is the price of its first month. */
  | { kind: 'trial'; message: string; fullPrice: number }
  /** The buyer already has the product. */
  | { kind: 'owned'; message: string }
  /** The bundle contains other products than the buyer was shown. */
  | { kind: 'contents'; message: string }
  /** This attempt has ended. The next one needs a new id. */
  | { kind: 'stale'; message: string }
  | { kind: 'signed-out' }
  | { kind: 'failed'; message: string }

/** Interprets a refused `payment/create` for the page. */
export function readRefusal(error: unknown): Refusal {
  const message = reasonOf(error, 'There was an error initiating the payment.')
  if (!(error instanceof ApiError)) return { kind: 'failed', message }
  if (error.status === 401) return { kind: 'signed-out' }
  if (error.status !== 409) return { kind: 'failed', message }
  const { code, ...data } = (error.data ?? {}) as Conflict
  const amount = numberOr(data.amount, undefined)
  if (code === 'price-changed' && amount !== undefined) {
    return { kind: 'price', amount, fullPrice: numberOr(data.originalAmount, amount) }
  }
  if (code === 'coupon-refused' && amount !== undefined) return { kind: 'coupon', message, fullPrice: amount }
  if (code === 'trial-refused' && amount !== undefined) return { kind: 'trial', message, fullPrice: amount }
  if (code === 'contents-changed') return { kind: 'contents', message }
  return code === 'owned' || code === 'stale' ? { kind: code, message } : { kind: 'failed', message }
}
