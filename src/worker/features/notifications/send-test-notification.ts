import { lt } from 'drizzle-orm'
import { SECOND } from '#shared/core/time.ts'
import { tooManyAttempts } from '../../http/rate-limit.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatchKeys } from './dispatch-outbox.ts'
import { notification } from './message-rules.ts'
import { countBetween, listFirstBetween } from './store.ts'
import { enqueueWhere } from './writes.ts'

/** At most this many in this time. The outbox rows are counted, by the statement that writes one. */
const MOST = 5
const WINDOW_MS = 150 * SECOND

/**
 * A notification to the user's own screens, through the outbox.
 * @throws Problem 429 with Retry-After beyond the limit
 */
export async function sendTestNotification(deps: CoreDeps, userId: number, now: number): Promise<void> {
  // Epoch milliseconds have 13 digits until 2286, so the order of keys is the order of time.
  const prefix = `test-notification:${userId}:`
  const key = `${prefix}${now}:${crypto.randomUUID()}`
  const window = [`${prefix}${now - WINDOW_MS}~`, `${prefix}~`] as const
  const title = 'Test notification'
  const message = 'Notifications reach this screen.'
  const messages = [notification({ id: key, type: 'info', title, message }, now)]
  const write = enqueueWhere(deps.db, { key, userId, messages, now }, lt(countBetween(...window), MOST))
  const dispatched = await commitAndDispatchKeys(deps, [write], now)
  if (dispatched.length > 0) return
  const [first] = await listFirstBetween(deps.db, ...window)
  const freeAt = Number(first?.key.slice(prefix.length).split(':')[0] ?? now) + WINDOW_MS
  throw tooManyAttempts(Math.max(1, Math.ceil((freeAt - now) / SECOND)))
}
