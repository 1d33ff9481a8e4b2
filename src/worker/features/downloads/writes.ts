import { and, isNotNull, lt, or, sql } from 'drizzle-orm'
import { MINUTE } from '#shared/core/time.ts'
import type { Db } from '../../db/client.ts'
import { type DownloadOwner, ownDownloads } from '../../db/own-downloads.ts'
import { refuseUnless } from '../../db/refuse-unless.ts'
import { downloads } from '../../db/schema/downloads.ts'

export const insertDownload = (db: Db, entry: typeof downloads.$inferInsert) =>
  db.insert(downloads).values(entry)

/**
 * As `insertDownload`. Refused (`refusedBy`: `downloads.via`) where another download of the same owner and product was
 * logged after the one with this id, but for parts of the same one: from this network, of this release.
 */
export function insertDownloadAfter(
  db: Db,
  owner: DownloadOwner,
  entry: typeof downloads.$inferInsert,
  lastId: number,
) {
  // The plus excludes the index by product, which has everybody's downloads.
  const where = sql`d.created_at > ${entry.createdAt - MINUTE} and d.id > ${lastId}
    and +d.script_id = ${entry.scriptId}
    and not (d.network is ${entry.network ?? null} and d.release_id = ${entry.releaseId})`
  const isNext = sql`not exists (select 1 from ${ownDownloads(owner, { where, limit: 1 })})`
  return insertDownload(db, { ...entry, via: refuseUnless(isNext, entry.via) as never })
}

/** Erases the IP address, network and User-Agent of old downloads. The rows stay. */
export const forgetVisitors = (db: Db, before: number) =>
  db
    .update(downloads)
    .set({ ip: null, network: null, userAgent: null })
    .where(and(lt(downloads.createdAt, before), or(isNotNull(downloads.ip), isNotNull(downloads.userAgent))))
