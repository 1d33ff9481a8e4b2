import { z } from 'zod'
import { PAYMENT_REFUSALS } from '#shared/payments/contract.ts'
import { ApiError, reasonOf } from '../../../lib/api.ts'

const conflict = z.object({
  code: z.enum(PAYMENT_REFUSALS),
  amount: z.number().optional(),
  originalAmount: z.number().optional(),
})

export type Refusal =
  /** The server asks another price (USD), `fullPrice` without a coupon: show it and let the buyer confirm. */
  | { kind: 'price'; amount: number; fullPrice: number }
  /** The coupon does not apply any more; `fullPrice` is what it costs without. */
  | { kind: 'coupon'; message: string; fullPrice: number }
  /** The buyer already has the product. */
  | { kind: 'owned'; message: string }
  /** This attempt is over: the next one needs a new id. */
  | { kind: 'stale'; message: string }
  | { kind: 'signed-out' }
  | { kind: 'failed'; message: string }

/** What a refused `payment/create` means for the page. */
export function readRefusal(error: unknown): Refusal {
  const message = reasonOf(error, 'There was an error initiating the payment.')
  if (!(error instanceof ApiError)) return { kind: 'failed', message }
  if (error.status === 401) return { kind: 'signed-out' }
  if (error.status !== 409) return { kind: 'failed', message }
  const reason = conflict.safeParse(error.data)
  if (!reason.success) return { kind: 'failed', message }
  const { code, amount, originalAmount } = reason.data
  if (code === 'price-changed' && amount !== undefined) {
    return { kind: 'price', amount, fullPrice: originalAmount ?? amount }
  }
  if (code === 'coupon-refused' && amount !== undefined) return { kind: 'coupon', message, fullPrice: amount }
  return code === 'owned' || code === 'stale' ? { kind: code, message } : { kind: 'failed', message }
}
