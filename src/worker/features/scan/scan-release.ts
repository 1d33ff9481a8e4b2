import { sql } from 'drizzle-orm'
import { type ArchiveFile, shownTexts } from '#shared/scan/archive-files.ts'
import type { Db } from '../../db/client.ts'
import { releaseScans } from '../../db/schema/catalogue.ts'

type ScannedArchive = Awaited<ReturnType<typeof scanArchive>>

/** The scan's parsers and their tables load with the first call: a Worker starts without them. */
export async function scanArchive(files: readonly ArchiveFile[]) {
  const { scanFiles } = await import('#shared/scan/scan-files.ts')
  const scan = scanFiles(files)
  return {
    scan,
    texts: shownTexts(files),
    undeclaredCount: scan.findings.filter(({ isDeclared }) => !isDeclared).length,
  }
}

/** Stores the scan of an archive, in place of an older one. `releaseId`: SQL where the batch assigns the id. */
export function insertScan(
  db: Db,
  releaseId: number | ReturnType<typeof sql>,
  scanned: ScannedArchive,
  uploadedBy: number | null,
  now: number,
) {
  const found = { ...scanned, scannedAt: now, confirmedBy: null, confirmedAt: null, confirmReason: null }
  return db
    .insert(releaseScans)
    .values({ releaseId: sql`${releaseId}`, uploadedBy, ...found })
    .onConflictDoUpdate({ target: releaseScans.releaseId, set: found })
}
