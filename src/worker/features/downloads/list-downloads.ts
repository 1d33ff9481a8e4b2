import { toIso } from '#shared/core/time.ts'
import type { MyDownload } from '#shared/downloads/contract.ts'
import type { Db } from '../../db/client.ts'
import { type Moment, toMomentPage } from '../../http/moment-paging.ts'
import { selectHistory } from './store.ts'

/** A page of the account's downloads, newest first. One round trip. */
export async function listDownloads(
  db: Db,
  userId: number,
  page: { limit: number; cursor?: Moment | undefined },
): Promise<{ downloads: MyDownload[]; nextCursor: string | null }> {
  const { rows, nextCursor } = toMomentPage(await selectHistory(db, userId, page), page.limit)
  return { downloads: rows.map(toDownload), nextCursor }
}

const toDownload = (row: Awaited<ReturnType<typeof selectHistory>>[number]): MyDownload => ({
  id: row.id,
  at: toIso(row.createdAt),
  product: { id: row.scriptId, slug: row.slug, name: row.name },
  version: row.version,
  via: row.via,
  network: row.network,
  state: row.yankedAt === null ? 'offered' : row.recallAdvice === null ? 'withdrawn' : 'recalled',
})
