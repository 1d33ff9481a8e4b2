import { sql } from 'drizzle-orm'
import { toIso } from '#shared/core/time.ts'
import type { MyDownload } from '#shared/downloads/contract.ts'
import type { AccountBatch } from '../../db/account-batch.ts'
import type { Db } from '../../db/client.ts'
import { type DownloadHistoryRow, selectDownloadHistory } from '../../db/own-downloads.ts'
import { before, type Moment, toMomentPage } from '../../http/moment-paging.ts'

/** A page of the account's downloads, newest first. One round trip. */
export async function listDownloads(
  db: Db,
  batch: AccountBatch,
  page: { limit: number; cursor?: Moment | undefined },
): Promise<{ downloads: MyDownload[]; nextCursor: string | null }> {
  const where = before(sql`d.created_at`, sql`d.id`, page.cursor) ?? sql`true`
  const { results } = await batch((userId) => [
    selectDownloadHistory(db, userId, { where, limit: page.limit + 1 }),
  ])
  const { rows, nextCursor } = toMomentPage(results[0], page.limit)
  return { downloads: rows.map(toDownload), nextCursor }
}

const toDownload = (row: DownloadHistoryRow): MyDownload => ({
  id: row.id,
  at: toIso(row.createdAt),
  product: { id: row.scriptId, slug: row.slug, name: row.name },
  version: row.version,
  via: row.via,
  network: row.network,
  state: row.yankedAt === null ? 'offered' : row.recallAdvice === null ? 'withdrawn' : 'recalled',
})
