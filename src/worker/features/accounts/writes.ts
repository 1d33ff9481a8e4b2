import { and, eq, lt, or } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { authTokens, sessions, users } from '../../db/schema/accounts.ts'

export const insertUser = (db: Db, user: typeof users.$inferInsert) =>
  db.insert(users).values(user).returning({ id: users.id })

export const insertSession = (db: Db, session: typeof sessions.$inferInsert) =>
  db.insert(sessions).values(session)

export const deleteSession = (db: Db, sid: string) => db.delete(sessions).where(eq(sessions.sid, sid))

export const replacePassword = (db: Db, userId: number, password: string, now: number) =>
  db.update(users).set({ password, updatedAt: now }).where(eq(users.id, userId))

/** The owner asked for news of new scripts. */
export const preferNews = (db: Db, userId: number, now: number) =>
  db.update(users).set({ newAirdrops: true, updatedAt: now }).where(eq(users.id, userId))

/** The owner wants no more of one kind of mail. Again, or for an account that is gone: nothing changes. */
export const switchOff = (
  db: Db,
  userId: number,
  preference: 'emailNotifications' | 'promotionalEmails' | 'newAirdrops',
  now: number,
) =>
  db
    .update(users)
    .set({ [preference]: false, updatedAt: now })
    .where(eq(users.id, userId))

/** Ended sessions and outlived tokens, at housekeeping time. */
export const deleteExpired = (db: Db, now: number, idleMs: number) => [
  db.delete(sessions).where(or(lt(sessions.expire, now), lt(sessions.lastSeenAt, now - idleMs))),
  db.delete(authTokens).where(and(lt(authTokens.expiresAt, now))),
]
