import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { before, type Moment } from '../http/moment-paging.ts'
import type { Db } from './client.ts'
import { scriptReleases, scripts } from './schema/catalogue.ts'
import { downloads } from './schema/downloads.ts'

/** An account, or a payment: of an account, or of a guest. */
export type DownloadOwner = { userId: number } | { paymentId: number }

/** The account of an owner. Null for a guest purchase. */
export const accountOf = (owner: DownloadOwner): SQL =>
  'userId' in owner ? sql`${owner.userId}` : sql`(select user_id from payments where id = ${owner.paymentId})`

/**
 * The ids of an owner's downloads, as a subquery in parentheses: by sessions of the account and links for it, and by
 * links for each of its payments. The newest `limit` of the account and of each payment, which are read in the order of
 * an index. `where` is a condition on the download `d`.
 */
export function ownDownloads(owner: DownloadOwner, { where, limit }: { where: SQL; limit: number }): SQL {
  const account = accountOf(owner)
  const newest = (of: SQL) => sql`select d.id from downloads d where ${of} and ${where}
    order by d.created_at desc, d.id desc limit ${limit}`
  const own =
    'userId' in owner
      ? sql`p.user_id = ${account}`
      : sql`(p.user_id = ${account} or p.id = ${owner.paymentId})`
  return sql`(select id from (${newest(sql`d.user_id = ${account}`)})
    union all select o.id from payments p
      cross join downloads o on o.id in (${newest(sql`d.payment_id = p.id`)}) where ${own})`
}

/** True where the user downloaded the release. */
export const hasDownloaded = (userId: number, releaseId: SQL): SQL =>
  // The plus excludes the index by release, which has everybody's downloads.
  sql`exists (select 1 from ${ownDownloads({ userId }, { where: sql`+d.release_id = ${releaseId}`, limit: 1 })})`

type Page = { limit: number; cursor?: Moment | undefined; since?: number }

/** A page of the account's downloads, newest first, and one row more. `since`: only later ones, in epoch milliseconds. */
export function selectDownloadHistory(db: Db, userId: number, { limit, cursor, since }: Page) {
  const size = limit + 1
  const where = sql`${before(sql`d.created_at`, sql`d.id`, cursor) ?? sql`true`}
    and ${since === undefined ? sql`true` : sql`d.created_at > ${since}`}`
  return db
    .select({
      id: downloads.id,
      createdAt: downloads.createdAt,
      via: sql<'session' | 'link'>`${downloads.via}`.as('own_via'),
      ip: downloads.ip,
      network: downloads.network,
      userAgent: downloads.userAgent,
      scriptId: downloads.scriptId,
      slug: scripts.slug,
      name: scripts.name,
      version: scriptReleases.version,
      sha256: scriptReleases.sha256,
      yankedAt: scriptReleases.yankedAt,
      recallAdvice: scriptReleases.recallAdvice,
    })
    .from(downloads)
    .innerJoin(scripts, eq(scripts.id, downloads.scriptId))
    .innerJoin(scriptReleases, eq(scriptReleases.id, downloads.releaseId))
    .where(sql`${downloads.id} in ${ownDownloads({ userId }, { where, limit: size })}`)
    .orderBy(desc(downloads.createdAt), desc(downloads.id))
    .limit(size)
}

export type DownloadHistoryRow = Awaited<ReturnType<typeof selectDownloadHistory>>[number]
