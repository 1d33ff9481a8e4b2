import { sql } from 'drizzle-orm'
import { SECOND } from '#shared/core/time.ts'
import type { AccountBatch } from '../../db/account-batch.ts'
import { tooManyAttempts } from '../../http/rate-limit.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { dispatchRows } from './dispatch-outbox.ts'
import { notification } from './message-rules.ts'
import { countBetween, listFirstBetween, selectByKey } from './store.ts'
import { insertFrom } from './writes.ts'

/** At most this many in this time. The outbox rows are counted, by the statement that writes one. */
const MOST = 5
const WINDOW_MS = 150 * SECOND

/**
 * A notification to the account's own screens, through the outbox. One round trip stores and reads it.
 * @throws Problem 401 as `batch`; 429 with Retry-After beyond the limit
 */
export async function sendTestNotification(deps: CoreDeps, batch: AccountBatch, now: number): Promise<void> {
  const { db } = deps
  const id = `test-notification:${crypto.randomUUID()}`
  const title = 'Test notification'
  const message = 'Notifications reach this screen.'
  const messages = JSON.stringify([notification({ id, type: 'info', title, message }, now)])
  const { results } = await batch((userId) => {
    // Epoch milliseconds have 13 digits until 2286, so the order of an account's keys is the order of time.
    const keyOf = (rest: string) =>
      sql<string>`'test-notification:' || cast(${userId} as integer) || ${`:${rest}`}`
    const key = keyOf(`${now}:${id}`)
    const window = [keyOf(`${now - WINDOW_MS}~`), keyOf('~')] as const
    const payload = sql`json_object('userId', u.id, 'messages', json(${messages}))`
    const from = sql`users u where u.id = ${userId} and ${countBetween(...window)} < ${MOST}`
    return [
      insertFrom(db, { key, payload, from, now }),
      selectByKey(db, key),
      listFirstBetween(db, ...window),
    ] as const
  })
  const [, stored, [first]] = results
  if (stored.length > 0) return dispatchRows(deps, stored, now)
  const freeAt = Number(first?.key.split(':')[2] ?? now) + WINDOW_MS
  throw tooManyAttempts(Math.max(1, Math.ceil((freeAt - now) / SECOND)))
}
