import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { aliased, type Db } from '../../db/client.ts'
import { activations, licences, userScripts } from '../../db/schema/access.ts'
import { authTokens, sessions } from '../../db/schema/accounts.ts'
import { auditLog } from '../../db/schema/admin.ts'
import { scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import { downloads } from '../../db/schema/downloads.ts'
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

/** Downloads by the account's sessions and by the links of its purchases, newest first. */
export const selectDownloads = (db: Db, userId: number, since: number, limit: number) =>
  db
    .select({
      id: downloads.id,
      createdAt: downloads.createdAt,
      ip: downloads.ip,
      network: downloads.network,
      userAgent: downloads.userAgent,
      ...aliased('product', { productName: scripts.name }),
      ...aliased('release', { version: scriptReleases.version, sha256: scriptReleases.sha256 }),
    })
    .from(downloads)
    .innerJoin(scripts, eq(scripts.id, downloads.scriptId))
    .innerJoin(scriptReleases, eq(scriptReleases.id, downloads.releaseId))
    .where(
      sql`${downloads.id} in (
        select d.id from downloads d where d.user_id = ${userId} and d.created_at > ${since}
        union all
        select d.id from payments p join downloads d on d.payment_id = p.id
        where p.user_id = ${userId} and d.created_at > ${since})`,
    )
    .orderBy(desc(downloads.createdAt), desc(downloads.id))
    .limit(limit)

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
