import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { HOUR, SECOND } from '../../core/time.ts'
import type { Db } from '../../db/client.ts'
import { sessions } from '../../db/schema/accounts.ts'
import { outbox } from '../../db/schema/notifications.ts'
import type { UserMessage } from './contract.ts'

/** The sweep leaves a fresh row to the dispatch that follows its commit. */
export const HEAD_START_MS = 20 * SECOND

/** Owes these messages to the user's screens; `key` makes a second debt for the same change impossible. */
export const oweUserMessages = (
  db: Db,
  debt: { key: string; userId: number; messages: UserMessage[]; now: number },
) =>
  db.insert(outbox).values({
    key: debt.key,
    topic: 'user',
    payload: { userId: debt.userId, messages: debt.messages },
    createdAt: debt.now,
    nextAttemptAt: debt.now + HEAD_START_MS,
  })

/** As above; one that is owed already stays as it is, and its batch goes on. */
export const oweUserMessagesOnce = (db: Db, debt: Parameters<typeof oweUserMessages>[1]) =>
  oweUserMessages(db, debt).onConflictDoNothing()

/** Owes a mail that stands in email_deliveries under `deliveryKey`. */
export const oweEmail = (db: Db, debt: { key: string; deliveryKey: string; now: number }) =>
  db.insert(outbox).values({
    key: debt.key,
    topic: 'email',
    payload: { deliveryKey: debt.deliveryKey },
    createdAt: debt.now,
    nextAttemptAt: debt.now + HEAD_START_MS,
  })

/**
 * Owes a mail or messages where `which` holds at that place of the batch: of many who notice a change at once, one tells.
 * One that is owed already stays as it is.
 */
export const oweWhere = (
  db: Db,
  debt: { key: string; now: number } & (
    | { deliveryKey: string }
    | { userId: number; messages: UserMessage[] }
  ),
  which: SQL | undefined,
) => {
  const { key, now, ...owed } = debt
  const topic = 'deliveryKey' in owed ? 'email' : 'user'
  return db
    .insert(outbox)
    .select(
      db
        .select({
          id: sql<number>`null`.as('id'),
          key: sql<string>`${key}`.as('key'),
          topic: sql<'email' | 'user'>`${topic}`.as('topic'),
          payload: sql<unknown>`${JSON.stringify(owed)}`.as('payload'),
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

/** Owes the end of a session's sockets. */
export const oweSessionEnd = (db: Db, debt: { userId: number; sessionId: string; now: number }) =>
  db
    .insert(outbox)
    .values({
      key: sessionEndKey(debt.sessionId),
      topic: 'session',
      payload: { userId: debt.userId, sessionId: debt.sessionId },
      createdAt: debt.now,
      nextAttemptAt: debt.now + HEAD_START_MS,
    })
    .onConflictDoNothing()

/** Owes the end of everything a user's hub holds: sockets, kept notifications, log. */
export const oweForgetting = (db: Db, debt: { userId: number; now: number }) =>
  db
    .insert(outbox)
    .values({
      key: forgettingKey(debt.userId),
      topic: 'session',
      payload: { userId: debt.userId, forget: true },
      createdAt: debt.now,
      nextAttemptAt: debt.now + HEAD_START_MS,
    })
    .onConflictDoNothing()

export const forgettingKey = (userId: number) => `forget:${userId}`

export const sessionEndKey = (sessionId: string) => `session-end:${sessionId}`

/**
 * Owes the end of the sockets of several of a user's sessions. `which` is asked inside the batch that deletes those
 * sessions, and before them: so it names exactly the ones that end.
 */
export const oweSessionsEnd = (
  db: Db,
  debt: { key: string; userId: number; which: SQL | undefined; now: number },
) => {
  const ended = db
    .select({ sid: sql`json_group_array(${sessions.sid})` })
    .from(sessions)
    .where(and(eq(sessions.userId, debt.userId), debt.which))
  return db.insert(outbox).values({
    key: debt.key,
    topic: 'session',
    payload: sql`json_object('userId', ${debt.userId}, 'sessionIds', json((${ended})))`,
    createdAt: debt.now,
    nextAttemptAt: debt.now + HEAD_START_MS,
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

/** Debts that were paid before this moment are forgotten. */
export const deleteDispatched = (db: Db, before: number) =>
  db.delete(outbox).where(lt(outbox.dispatchedAt, before))
