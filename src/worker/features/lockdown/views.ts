import { toIso } from '#shared/core/time.ts'
import type { LockdownReport, RecentDownload } from '#shared/lockdown/contract.ts'
import { DOWNLOADS_SHOWN } from '#shared/lockdown/contract.ts'
import { nameDevice } from '../accounts/device-rules.ts'
import type { selectDownloads } from './store.ts'

type DownloadRow = Awaited<ReturnType<typeof selectDownloads>>[number]

/** `rows` has one row more than is shown, where there are more. */
export const viewReport = (
  lockedAt: number,
  done: LockdownReport['done'],
  rows: readonly DownloadRow[],
): LockdownReport => ({
  lockedAt: toIso(lockedAt),
  done,
  downloads: rows.slice(0, DOWNLOADS_SHOWN).map(viewDownload),
  hasMoreDownloads: rows.length > DOWNLOADS_SHOWN,
})

const viewDownload = (row: DownloadRow): RecentDownload => ({
  id: row.id,
  downloadedAt: toIso(row.createdAt),
  productName: row.productName,
  version: row.version,
  sha256: row.sha256,
  network: row.network ?? row.ip,
  device: nameDevice(row.userAgent),
})
