import { ApiError, reasonOf } from '../../app/api.ts'

export type Refusal =
  /** The server asks another price (USD): show it and let the buyer confirm. */
  | { kind: 'price'; amount: number }
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
  const amount = quotedAmount(error.data)
  if (amount !== null) return { kind: 'price', amount }
  return { kind: message.startsWith('This checkout') ? 'stale' : 'owned', message }
}

function quotedAmount(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('amount' in data)) return null
  return typeof data.amount === 'number' ? data.amount : null
}
