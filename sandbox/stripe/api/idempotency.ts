import type { Box } from '../../box.ts'
import { StripeApiError } from '../errors.ts'

/** Stripe deletes an idempotency key after a day. */
const keyLifetimeMs = 24 * 60 * 60 * 1000

/** The first response for this key, if any. The same key with another call or other parameters is an error. */
export function recall(box: Box, key: string, fingerprint: string, now: number): string | null {
  const known = box.sql
    .exec<{ fingerprint: string; body: string }>(
      'SELECT fingerprint, body FROM stripe_idempotency WHERE key = ? AND at > ?',
      key,
      now - keyLifetimeMs,
    )
    .toArray()[0]
  if (!known) return null
  if (known.fingerprint === fingerprint) return known.body
  throw new StripeApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

/** Stores a response. Call it in the transaction that makes the change. */
export function remember(box: Box, key: string, fingerprint: string, body: string, now: number): void {
  box.sql.exec('INSERT OR REPLACE INTO stripe_idempotency VALUES (?, ?, ?, ?)', key, fingerprint, body, now)
}
