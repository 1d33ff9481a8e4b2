import { sql } from 'drizzle-orm'
import { type ArchiveFile, scanFiles, shownTexts } from '#shared/scan/scan-files.ts'
import type { Db } from '../../db/client.ts'
import { releaseScans } from '../../db/schema/catalogue.ts'

/** Stores the scan of an archive, in place of an older one. `releaseId`: SQL where the batch assigns the id. */
export function insertScan(
  db: Db,
  releaseId: number | ReturnType<typeof sql>,
  files: readonly ArchiveFile[],
  uploadedBy: number | null,
  now: number,
) {
  const scan = scanFiles(files)
  const found = {
    scan,
    texts: shownTexts(files),
    undeclaredCount: scan.findings.filter(({ isDeclared }) => !isDeclared).length,
    scannedAt: now,
    confirmedBy: null,
    confirmedAt: null,
    confirmReason: null,
  }
  return db
    .insert(releaseScans)
    .values({ releaseId: sql`${releaseId}`, uploadedBy, ...found })
    .onConflictDoUpdate({ target: releaseScans.releaseId, set: found })
}
