import { toIso } from '#shared/core/time.ts'
import type { LockdownReport, RecentDownload } from '#shared/lockdown/contract.ts'
import { DOWNLOADS_SHOWN } from '#shared/lockdown/contract.ts'
import type { DownloadHistoryRow } from '../../db/own-downloads.ts'
import { nameDevice } from '../accounts/device-rules.ts'

/** `rows` has one row more than is shown, where there are more. */
export const viewReport = (
  lockedAt: number,
  done: LockdownReport['done'],
  rows: readonly DownloadHistoryRow[],
): LockdownReport => ({
  lockedAt: toIso(lockedAt),
  done,
  downloads: rows.slice(0, DOWNLOADS_SHOWN).map(viewDownload),
  hasMoreDownloads: rows.length > DOWNLOADS_SHOWN,
})

const viewDownload = (row: DownloadHistoryRow): RecentDownload => ({
  id: row.id,
  downloadedAt: toIso(row.createdAt),
  productName: row.name,
  version: row.version,
  sha256: row.sha256,
  network: row.network ?? row.ip,
  device: nameDevice(row.userAgent),
})
