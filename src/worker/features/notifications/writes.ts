import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { HOUR, SECOND } from '../../core/time.ts'
import type { Db } from '../../db/client.ts'
import { sessions } from '../../db/schema/accounts.ts'
import { outbox } from '../../db/schema/notifications.ts'
import type { UserMessage } from './contract.ts'

/** The sweep leaves a fresh row to the dispatch that follows its commit. */
export const HEAD_START_MS = 20 * SECOND

/** Enqueues these messages for the user's screens. `key` makes a second row for the same change impossible. */
export const enqueueUserMessages = (
  db: Db,
  row: { key: string; userId: number; messages: UserMessage[]; now: number },
) =>
  db.insert(outbox).values({
    key: row.key,
    topic: 'user',
    payload: { userId: row.userId, messages: row.messages },
    createdAt: row.now,
    nextAttemptAt: row.now + HEAD_START_MS,
  })

/** As above. A key that is there already keeps its row, and the batch continues. */
export const enqueueUserMessagesOnce = (db: Db, row: Parameters<typeof enqueueUserMessages>[1]) =>
  enqueueUserMessages(db, row).onConflictDoNothing()

/** Enqueues the mail that is in email_deliveries under `deliveryKey`. */
export const enqueueEmail = (db: Db, row: { key: string; deliveryKey: string; now: number }) =>
  db.insert(outbox).values({
    key: row.key,
    topic: 'email',
    payload: { deliveryKey: row.deliveryKey },
    createdAt: row.now,
    nextAttemptAt: row.now + HEAD_START_MS,
  })

/**
 * Enqueues a mail or messages where `which` holds at that place of the batch: of many handlers that notice a change at once,
 * one notifies. A key that is there already keeps its row.
 */
export const enqueueWhere = (
  db: Db,
  row: { key: string; now: number } & ({ deliveryKey: string } | { userId: number; messages: UserMessage[] }),
  which: SQL | undefined,
) => {
  const { key, now, ...payload } = row
  const topic = 'deliveryKey' in payload ? 'email' : 'user'
  return db
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
}

/** Closes a session's sockets. */
export const enqueueSessionEnd = (db: Db, row: { userId: number; sessionId: string; now: number }) =>
  db
    .insert(outbox)
    .values({
      key: sessionEndKey(row.sessionId),
      topic: 'session',
      payload: { userId: row.userId, sessionId: row.sessionId },
      createdAt: row.now,
      nextAttemptAt: row.now + HEAD_START_MS,
    })
    .onConflictDoNothing()

/** Purges a user's hub: sockets, kept notifications, log. */
export const enqueueHubPurge = (db: Db, row: { userId: number; now: number }) =>
  db
    .insert(outbox)
    .values({
      key: hubPurgeKey(row.userId),
      topic: 'session',
      payload: { userId: row.userId, forget: true },
      createdAt: row.now,
      nextAttemptAt: row.now + HEAD_START_MS,
    })
    .onConflictDoNothing()

export const hubPurgeKey = (userId: number) => `forget:${userId}`

export const sessionEndKey = (sessionId: string) => `session-end:${sessionId}`

/**
 * Closes the sockets of several of a user's sessions. `which` is asked inside the batch that deletes those
 * sessions, and before them: so it names exactly the ones that end.
 */
export const enqueueSessionsEnd = (
  db: Db,
  row: { key: string; userId: number; which: SQL | undefined; now: number },
) => {
  const ended = db
    .select({ sid: sql`json_group_array(${sessions.sid})` })
    .from(sessions)
    .where(and(eq(sessions.userId, row.userId), row.which))
  return db.insert(outbox).values({
    key: row.key,
    topic: 'session',
    payload: sql`json_object('userId', ${row.userId}, 'sessionIds', json((${ended})))`,
    createdAt: row.now,
    nextAttemptAt: row.now + HEAD_START_MS,
  })
}

export const markDispatched = (db: Db, id: number, now: number) =>
  db.update(outbox).set({ dispatchedAt: now, lastError: null }).where(eq(outbox.id, id))

/** Tried in vain: again after 5 s, doubling to an hour. */
export const postponeDispatch = (db: Db, row: { id: number; attempts: number }, error: string, now: number) =>
  db
    .update(outbox)
    .set({
      attempts: row.attempts + 1,
      nextAttemptAt: now + Math.min(HOUR, 5 * SECOND * 2 ** row.attempts),
      lastError: error,
    })
    .where(eq(outbox.id, row.id))

/** Deletes messages that were dispatched before this moment. */
export const deleteDispatched = (db: Db, before: number) =>
  db.delete(outbox).where(lt(outbox.dispatchedAt, before))
