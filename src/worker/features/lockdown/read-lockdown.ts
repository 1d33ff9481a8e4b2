import { sql } from 'drizzle-orm'
import { DAY } from '#shared/core/time.ts'
import {
  DOWNLOAD_DAYS,
  DOWNLOADS_SHOWN,
  type LockdownState,
  lockdownCountsSchema,
} from '#shared/lockdown/contract.ts'
import type { Db } from '../../db/client.ts'
import { selectDownloadHistory } from '../../db/own-downloads.ts'
import type { Viewer } from '../../http/app-env.ts'
import { countDevices, countMailedLinks, countOtherSessions, selectLast, selectLicences } from './store.ts'
import { viewReport } from './views.ts'

/** Everything that a lockdown at `now` would replace or end, and what its report lists. One round trip. */
export async function readScope(db: Db, viewer: Viewer, now: number) {
  const since = now - DOWNLOAD_DAYS * DAY
  const [licences, [devices], [sessions], [links], downloads, [last]] = await db.batch([
    selectLicences(db, viewer.id),
    countDevices(db, viewer.id),
    countOtherSessions(db, viewer, now),
    countMailedLinks(db, viewer.id, now),
    selectDownloadHistory(db, viewer.id, {
      where: sql`d.created_at > ${since}`,
      limit: DOWNLOADS_SHOWN + 1,
    }),
    selectLast(db, viewer.id, since),
  ])
  return {
    licenceIds: licences.map(({ id }) => id),
    counts: {
      licences: licences.filter(({ revokedAt }) => revokedAt === null).length,
      devices: devices?.count ?? 0,
      sessions: sessions?.count ?? 0,
      mailedLinks: links?.count ?? 0,
    },
    downloads,
    last,
  }
}

/** What a lockdown would do now, and the report of the last one. */
export async function readLockdown(db: Db, viewer: Viewer, now: number): Promise<LockdownState> {
  const { counts, downloads, last } = await readScope(db, viewer, now)
  return {
    counts,
    last: last ? viewReport(last.createdAt, lockdownCountsSchema.parse(last.done), downloads) : null,
  }
}
