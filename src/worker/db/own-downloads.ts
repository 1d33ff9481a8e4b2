import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { DAY } from '#shared/core/time.ts'
import type { UserId } from './account-batch.ts'
import type { Db } from './client.ts'
import { scriptReleases, scripts } from './schema/catalogue.ts'
import { downloads } from './schema/downloads.ts'

/** An account, or a payment: of an account, or of a guest. */
export type DownloadOwner = { userId: UserId } | { paymentId: number }

/** The account of an owner. Null for a guest purchase. */
export const accountOf = (owner: DownloadOwner): SQL =>
  'userId' in owner ? sql`${owner.userId}` : sql`(select user_id from payments where id = ${owner.paymentId})`

/** `where`: a condition on the download `d`. */
type Which = { where: SQL; limit: number; order?: 'newest' | 'oldest' }

/**
 * The ids of an owner's downloads, as a subquery in parentheses: by sessions of the account and links for it, and by
 * links for each of its payments. The newest (or oldest) `limit` of the account and of each payment, which are read in
 * the order of an index.
 */
export function ownDownloads(owner: DownloadOwner, { where, limit, order = 'newest' }: Which): SQL {
  const account = accountOf(owner)
  const direction = sql.raw(order === 'newest' ? 'desc' : 'asc')
  const first = (of: SQL) => sql`select d.id from downloads d where ${of} and ${where}
    order by d.created_at ${direction}, d.id ${direction} limit ${limit}`
  const own =
    'userId' in owner
      ? sql`p.user_id = ${account}`
      : sql`(p.user_id = ${account} or p.id = ${owner.paymentId})`
  return sql`(select id from (${first(sql`d.user_id = ${account}`)})
    union all select o.id from payments p
      cross join downloads o on o.id in (${first(sql`d.payment_id = p.id`)}) where ${own})`
}

/**
 * True where the user downloaded the release. Reads only the user's downloads of the time in which anybody downloaded the
 * release, and a day more, because rows of requests at once may have their times in another order than their ids.
 */
export function hasDownloaded(userId: UserId, releaseId: SQL): SQL {
  const end = (order: 'asc' | 'desc') => sql`(select e.created_at from downloads e
    where e.release_id = ${releaseId} order by e.id ${sql.raw(order)} limit 1)`
  // The plus excludes the index by release, which has everybody's downloads.
  const where = sql`+d.release_id = ${releaseId}
    and d.created_at between ${end('asc')} - ${DAY} and ${end('desc')} + ${DAY}`
  return sql`exists (select 1 from ${ownDownloads({ userId }, { where, limit: 1 })})`
}

/** The newest `limit` of the account's downloads. `where`: a condition on the download `d`. */
export function selectDownloadHistory(
  db: Db,
  userId: UserId,
  { where, limit }: Pick<Which, 'where' | 'limit'>,
) {
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
    .where(sql`${downloads.id} in ${ownDownloads({ userId }, { where, limit })}`)
    .orderBy(desc(downloads.createdAt), desc(downloads.id))
    .limit(limit)
}

export type DownloadHistoryRow = Awaited<ReturnType<typeof selectDownloadHistory>>[number]
