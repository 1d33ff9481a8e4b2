import type Stripe from 'stripe'
import type { Box } from '../../box.ts'
import { emit } from '../emit.ts'
import { save } from '../objects/store.ts'

const open = "kind = 'checkout.session' AND json_extract(body, '$.status') = 'open'"

/** Expires an open session. */
export function expireSession(box: Box, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const expired = save(box, { ...session, status: 'expired', url: null })
  emit(box, 'checkout.session.expired', expired)
  return expired
}

/** Expires the open sessions whose time has passed. `now` in milliseconds. */
export function expireDueSessions(box: Box, now: number): void {
  const due = box.sql
    .exec<{ body: string }>(
      `SELECT body FROM stripe_objects WHERE ${open} AND json_extract(body, '$.expires_at') * 1000 <= ?`,
      now,
    )
    .toArray()
  box.transact(() => {
    for (const row of due) expireSession(box, JSON.parse(row.body))
  })
}

/** When the next open session expires, in epoch milliseconds. */
export function nextSessionExpiry(box: Box): number | null {
  const sql = `SELECT min(json_extract(body, '$.expires_at')) * 1000 AS at FROM stripe_objects WHERE ${open}`
  return box.sql.exec<{ at: number | null }>(sql).one().at
}
