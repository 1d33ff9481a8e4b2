import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { HOUR, SECOND } from '#shared/core/time.ts'
import type { UserMessage } from '#shared/notifications/contract.ts'
import type { In } from '../../db/built-once.ts'
import type { Db, OutboxWrite } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { sessions } from '../../db/schema/accounts.ts'
import { outbox } from '../../db/schema/notifications.ts'

/** Time for which the sweep leaves a new row to the dispatch that follows its commit. */
const HEAD_START_MS = 20 * SECOND

/** What an insert returns: the message with its hub, so that nothing reads it again. */
const MESSAGE = {
  id: outbox.id,
  key: outbox.key,
  topic: outbox.topic,
  payload: outbox.payload,
  hub: sql<string | null>`(select reference from users where id = json_extract(payload, '$.userId'))`.as(
    'hub',
  ),
}

type Message = Pick<typeof outbox.$inferInsert, 'key' | 'topic'> & { payload: unknown; now: number }

const insertMessage = (db: Db, { key, topic, payload, now }: Message) =>
  db.insert(outbox).values({ key, topic, payload, createdAt: now, nextAttemptAt: now + HEAD_START_MS })

/** `key` makes a second row for the same change impossible: its batch is refused. */
const enqueue = (db: Db, message: Message): OutboxWrite => ({
  enqueue: insertMessage(db, message).returning(MESSAGE),
})

/** As `enqueue`. A key that is there already keeps its row, which is not dispatched again, and the batch continues. */
const enqueueOnce = (db: Db, message: Message): OutboxWrite => ({
  enqueue: insertMessage(db, message).onConflictDoNothing().returning(MESSAGE),
})

type UserRow = { key: string; userId: number; messages: UserMessage[]; now: number }

const ofUser = ({ key, userId, messages, now }: UserRow): Message => ({
  key,
  topic: 'user',
  payload: { userId, messages },
  now,
})

/** Enqueues these messages for the user's screens. `key` makes a second row for the same change impossible. */
export const enqueueUserMessages = (db: Db, row: UserRow) => enqueue(db, ofUser(row))

/** As above. A key that is there already keeps its row, and the batch continues. */
export const enqueueUserMessagesOnce = (db: Db, row: UserRow) => enqueueOnce(db, ofUser(row))

type EmailRow = { key: string; deliveryKey: string; now: number }

const ofEmail = ({ key, deliveryKey, now }: EmailRow): Message => ({
  key,
  topic: 'email',
  payload: { deliveryKey },
  now,
})

/** Enqueues the mail that is in email_deliveries under `deliveryKey`. */
export const enqueueEmail = (db: Db, row: EmailRow) => enqueue(db, ofEmail(row))

/** As above. A key that is there already keeps its row, and the batch continues. */
export const enqueueEmailOnce = (db: Db, row: EmailRow) => enqueueOnce(db, ofEmail(row))

/**
 * Enqueues a mail or messages where `which` is true at that place of the batch: of several handlers that notice a
 * change at once, one notifies. A key that is there already keeps its row.
 */
export const enqueueWhere = (
  db: Db,
  row: { key: string; now: number } & ({ deliveryKey: string } | { userId: number; messages: UserMessage[] }),
  which: SQL | undefined,
): OutboxWrite => {
  const { key, now, ...payload } = row
  const topic = 'deliveryKey' in payload ? 'email' : 'user'
  const statement = db
    .insert(outbox)
    .select(
      db
        .select({
          id: sql<number>`null`.as('id'),
          key: sql<string>`${key}`.as('key'),
          topic: sql<'email' | 'user'>`${topic}`.as('topic'),
          payload: sql<unknown>`${JSON.stringify(payload)}`.as('payload'),
          createdAt: sql<number>`${now}`.as('created_at'),
          nextAttemptAt: sql<number>`${now + HEAD_START_MS}`.as('next_attempt_at'),
          attempts: sql<number>`0`.as('attempts'),
          dispatchedAt: sql<number | null>`null`.as('dispatched_at'),
          lastError: sql<string | null>`null`.as('last_error'),
        })
        .from(sql`(select 1)`)
        .where(which),
    )
    .onConflictDoNothing()
  return { enqueue: statement.returning(MESSAGE) }
}

/**
 * Enqueues messages for a user's screens that SQL builds: `payload` is JSON, `from` the rows that the messages are
 * about. `from` needs a `where`: after a bare join SQLite reads `on conflict` as the join's condition.
 */
export const enqueueFrom = (
  db: Db,
  { key, payload, from, now }: { key: string | SQL; payload: SQL; from: SQL; now: In<number> },
) => {
  // Every column, in the order of the table.
  const rows = sql`select null, ${key}, 'user', ${payload}, ${now}, ${now} + ${HEAD_START_MS}, 0, null, null from ${from}`
  return { enqueue: db.insert(outbox).select(rows).onConflictDoNothing().returning(MESSAGE) }
}

/** Closes a session's sockets. */
export const enqueueSessionEnd = (db: Db, row: { userId: number; sessionId: string; now: number }) =>
  enqueueOnce(db, {
    key: `session-end:${row.sessionId}`,
    topic: 'session',
    payload: { userId: row.userId, sessionId: row.sessionId },
    now: row.now,
  })

/**
 * As above, but the sweep closes the sockets, within a minute: by then the browser has the cookie of the session that
 * replaces this one, and connects again with it.
 */
export const enqueueSessionEndLater = (db: Db, row: { userId: number; sessionId: string; now: number }) =>
  enqueueSessionEnd(db, row).enqueue

/** Purges a user's hub: sockets, kept notifications, log. */
export const enqueueHubPurge = (db: Db, row: { userId: number; now: number }) =>
  enqueueOnce(db, {
    key: `forget:${row.userId}`,
    topic: 'session',
    payload: { userId: row.userId, forget: true },
    now: row.now,
  })

/**
 * Closes the sockets of several of a user's sessions. `which` is evaluated in the batch that deletes the sessions,
 * before the delete: so it selects exactly the sessions that end.
 */
export const enqueueSessionsEnd = (
  db: Db,
  row: { key: string; userId: number; which: SQL | undefined; now: number },
) => {
  const ended = db
    .select({ sid: sql`json_group_array(${sessions.sid})` })
    .from(sessions)
    .where(and(eq(sessions.userId, row.userId), row.which))
  const payload = sql`json_object('userId', ${row.userId}, 'sessionIds', json((${ended})))`
  return enqueue(db, { key: row.key, topic: 'session', payload, now: row.now })
}

export const markDispatched = (db: Db, ids: readonly number[], now: number) =>
  db.update(outbox).set({ dispatchedAt: now, lastError: null }).where(inList(outbox.id, ids))

/** Postpones failed dispatches: by 5 s, then by twice as long each time, at most by an hour. */
export const postponeDispatches = (db: Db, failed: readonly { id: number; error: string }[], now: number) => {
  const error = sql`(select value ->> 'error' from json_each(${JSON.stringify(failed)}) where value ->> 'id' = ${outbox.id})`
  // Beyond ten attempts the shift would overflow; the hour is the limit long before.
  const pause = sql`min(${HOUR}, ${5 * SECOND} << min(${outbox.attempts}, 10))`
  return db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, nextAttemptAt: sql`${now} + ${pause}`, lastError: error })
    .where(
      inList(
        outbox.id,
        failed.map(({ id }) => id),
      ),
    )
}

/** Deletes messages that were dispatched before this moment. */
export const deleteDispatched = (db: Db, before: number) =>
  db.delete(outbox).where(lt(outbox.dispatchedAt, before))
