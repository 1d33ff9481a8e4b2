import { sql } from 'drizzle-orm'
import { SECOND } from '#shared/core/time.ts'
import { type AccountBatch, ofAccount } from '../../db/account-batch.ts'
import type { Filled } from '../../db/built-once.ts'
import { tooManyAttempts } from '../../http/rate-limit.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { dispatchEnqueued } from './dispatch-outbox.ts'
import { notification } from './message-rules.ts'
import { countBetween, listFirstBetween } from './store.ts'
import { enqueueFrom } from './writes.ts'

/** At most this many in this time. The outbox rows are counted, by the statement that writes one. */
const MOST = 5
const WINDOW_MS = 150 * SECOND
const PREFIX = 'test-notification:'

type Row = { messages: string; rest: string; first: string; last: string; now: number }

/** Stores the messages under the account's prefix and `rest`, where its keys from `first` to `last` are fewer than `MOST`. */
const enqueueOfAccount = ofAccount((db, account, { messages, rest, first, last, now }: Filled<Row>) => {
  const of = sql`(select u.id, ${PREFIX} || u.id || ':' as prefix from users u where u.id = ${account}) a`
  const count = countBetween(sql`a.prefix || ${first}`, sql`a.prefix || ${last}`)
  const payload = sql`json_object('userId', a.id, 'messages', json(${messages}))`
  const from = sql`${of} where ${count} < ${MOST}`
  return [enqueueFrom(db, { key: sql`a.prefix || ${rest}`, payload, from, now }).enqueue] as const
})

/**
 * A notification to the account's own screens, through the outbox. One round trip stores it.
 * @throws Problem 401 as `batch`; 429 with Retry-After beyond the limit
 */
export async function sendTestNotification(deps: CoreDeps, batch: AccountBatch, now: number): Promise<void> {
  const id = `test-notification:${crypto.randomUUID()}`
  const title = 'Test notification'
  const message = 'Notifications reach this screen.'
  const messages = JSON.stringify([notification({ id, type: 'info', title, message }, now)])
  // Epoch milliseconds have 13 digits until 2286, so the order of an account's keys is the order of time.
  const [first, last] = [`${now - WINDOW_MS}~`, '~']
  const { userId, results } = await batch(
    enqueueOfAccount({ messages, rest: `${now}:${id}`, first, last, now }),
  )
  const [enqueued] = results
  if (enqueued.length > 0) return dispatchEnqueued(deps, enqueued, now)
  const prefix = `${PREFIX}${userId}:`
  const [oldest] = await listFirstBetween(deps.db, prefix + first, prefix + last)
  const freeAt = Number(oldest?.key.slice(prefix.length).split(':')[0] ?? now) + WINDOW_MS
  throw tooManyAttempts(Math.max(1, Math.ceil((freeAt - now) / SECOND)))
}
