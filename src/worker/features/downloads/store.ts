import { and, eq, gt, sql } from 'drizzle-orm'
import { MOST_REQUESTS } from '#shared/core/download-limits.ts'
import { HOUR } from '#shared/core/time.ts'
import { LIMIT_WINDOW_MS } from '#shared/downloads/limit-rules.ts'
import type { Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { accountOf, ownDownloads } from '../../db/own-downloads.ts'
import { users } from '../../db/schema/accounts.ts'
import { scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import { downloads } from '../../db/schema/downloads.ts'
import { payments } from '../../db/schema/payments.ts'
import type { LinkHolder } from '../email/mail-rules.ts'

/**
 * The downloads of a purchase that its limits count: with the account's session, by links for the account, and by links
 * for its payments. `productId` undefined: of all products. Rows of one network, release and hour are one. The newest
 * `MOST_REQUESTS` requests of the account and of each payment are read.
 */
export function selectCounted(db: Db, holder: LinkHolder, productId: number | undefined, now: number) {
  // Downloads before an admin lifted the limits of the account do not count.
  const since = sql`max(${now - LIMIT_WINDOW_MS}, coalesce((select l.created_at from audit_log l
    where l.subject = 'user:' || cast(${accountOf(holder)} as integer) and +l.action = 'user.lift-download-limits'
    order by l.id desc limit 1), 0))`
  // The plus excludes the index by product, which has everybody's downloads.
  const where = sql`d.created_at > ${since} and ${productId === undefined ? sql`true` : sql`+d.script_id = ${productId}`}`
  return db
    .select({
      scriptId: downloads.scriptId,
      releaseId: downloads.releaseId,
      network: downloads.network,
      lastAt: sql<number>`max(${downloads.createdAt})`.as('last_at'),
      requests: sql<number>`count(*)`.as('requests'),
    })
    .from(downloads)
    .where(sql`${downloads.id} in ${ownDownloads(holder, { where, limit: MOST_REQUESTS })}`)
    .groupBy(
      downloads.scriptId,
      downloads.releaseId,
      downloads.network,
      sql`${downloads.createdAt} / ${sql.raw(String(HOUR))}`,
    )
}

/** The id of the newest download of anybody. */
export const selectLastId = (db: Db) =>
  db.select({ id: sql<number | null>`max(${downloads.id})`.as('last_id') }).from(downloads)

/** As `selectCounted`, and the id of the newest download at that moment. One round trip. */
export async function countAgain(db: Db, holder: LinkHolder, productId: number | undefined, now: number) {
  const [counted, [last]] = await db.batch([selectCounted(db, holder, productId, now), selectLastId(db)])
  return { counted, lastId: last?.id ?? 0 }
}

/** The unique keys of the notices to the owner of a purchase of this product begin with it. A day number follows. */
const noticePrefix = sql<string>`('download-limit:' || iif(${users.id} is null, 'p' || ${payments.id}, 'u' || ${users.id})
  || ':' || ${scripts.id} || ':')`

/**
 * Of each product, its name and the person to notify about a purchase of it. Addresses are null where they were
 * deleted. `isNotified`: whether a notice was queued after `since`.
 */
export const selectToNotify = (db: Db, holder: LinkHolder, productIds: number[], since: number) =>
  db
    .select({
      productId: scripts.id,
      productName: scripts.name,
      userId: sql<number | null>`${users.id}`.as('owner_id'),
      email: sql<
        string | null
      >`iif(${users.id} is null, ${payments.email}, iif(${users.deletedAt} is null, ${users.email}, null))`.as(
        'owner_email',
      ),
      prefix: noticePrefix.as('notice_prefix'),
      // A colon is the character after 9.
      isNotified: sql<number>`exists (select 1 from email_deliveries m where m.key > ${noticePrefix}
        and m.key < ${noticePrefix} || ':' and m.created_at > ${since})`.as('is_notified'),
    })
    .from(scripts)
    .leftJoin(payments, eq(payments.id, 'paymentId' in holder ? holder.paymentId : sql`null`))
    .leftJoin(users, eq(users.id, 'userId' in holder ? holder.userId : payments.userId))
    .where(inList(scripts.id, productIds))

/** Why a release is not offered any more, where it was withdrawn. */
export const selectWithdrawn = (db: Db, productId: number, version: string) =>
  db
    .select({
      yankedAt: scriptReleases.yankedAt,
      yankReason: scriptReleases.yankReason,
      recallAdvice: scriptReleases.recallAdvice,
    })
    .from(scriptReleases)
    .where(
      and(
        eq(scriptReleases.scriptId, productId),
        eq(scriptReleases.version, version),
        gt(scriptReleases.yankedAt, 0),
      ),
    )
    .limit(1)
