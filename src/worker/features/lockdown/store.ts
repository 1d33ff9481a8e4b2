import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { activations, licences, userScripts } from '../../db/schema/access.ts'
import { authTokens, sessions } from '../../db/schema/accounts.ts'
import { auditLog } from '../../db/schema/admin.ts'
import { SESSION_IDLE_MS } from '../../http/session-limits.ts'

/** The licences of an account, also the revoked ones: a dispute that is won restores them. */
export const selectLicences = (db: Db, userId: number) =>
  db
    .select({ id: licences.id, revokedAt: licences.revokedAt })
    .from(licences)
    .innerJoin(userScripts, eq(userScripts.id, licences.grantId))
    .where(eq(userScripts.userId, userId))

export const countDevices = (db: Db, userId: number) =>
  db
    .select({ count: sql<number>`count(*)`.as('count') })
    .from(activations)
    .where(
      sql`${activations.licenceId} in (select l.id from licences l join user_scripts g on g.id = l.grant_id
        where g.user_id = ${userId})`,
    )

/** Counts the other sessions that can still be used. */
export const countOtherSessions = (
  db: Db,
  { id, sessionId }: { id: number; sessionId: string },
  now: number,
) =>
  db
    .select({ count: sql<number>`count(*)`.as('count') })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, id),
        ne(sessions.sid, sessionId),
        gt(sessions.expire, now),
        gt(sessions.lastSeenAt, now - SESSION_IDLE_MS),
      ),
    )

export const countMailedLinks = (db: Db, userId: number, now: number) =>
  db
    .select({ count: sql<number>`count(*)`.as('count') })
    .from(authTokens)
    .where(and(eq(authTokens.userId, userId), isNull(authTokens.usedAt), gt(authTokens.expiresAt, now)))

/** The account's last lockdown after this moment. */
export const selectLast = (db: Db, userId: number, since: number) =>
  db
    .select({ createdAt: auditLog.createdAt, done: auditLog.after })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, `user:${userId}`),
        eq(auditLog.action, 'account.lockdown'),
        gt(auditLog.createdAt, since),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1)
