import { and, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Manifest } from '#shared/scan/contract.ts'
import type { Db } from '../../db/client.ts'
import { releaseScans, scriptReleases } from '../../db/schema/catalogue.ts'

const state = {
  scan: releaseScans.scan,
  undeclaredCount: releaseScans.undeclaredCount,
  confirmedAt: releaseScans.confirmedAt,
  confirmReason: releaseScans.confirmReason,
}

/** The scan of a release, with the ids of the admins who uploaded and who confirmed it. */
export const selectScan = (db: Db, releaseId: number) =>
  db
    .select({ ...state, uploadedBy: releaseScans.uploadedBy, confirmedBy: releaseScans.confirmedBy })
    .from(releaseScans)
    .where(eq(releaseScans.releaseId, releaseId))
    .limit(1)

/** The scans of a product's newest releases that are not offered to everyone now. */
export const selectOpenScans = (db: Db, scriptId: number) =>
  db
    .select({ ...state, releaseId: releaseScans.releaseId })
    .from(scriptReleases)
    .innerJoin(releaseScans, eq(releaseScans.releaseId, scriptReleases.id))
    .where(
      and(
        eq(scriptReleases.scriptId, scriptId),
        sql`(${scriptReleases.publishedAt} is null or ${scriptReleases.yankedAt} is not null or ${scriptReleases.isBeta} or ${releaseScans.confirmedAt} is not null)`,
      ),
    )
    .orderBy(desc(scriptReleases.id))
    .limit(50)

/** The manifest of the stable release that is offered, other than this one. `manifest` is null where it declares nothing. */
export const selectOfferedManifest = (
  db: Db,
  { scriptId, besides = 0 }: { scriptId: number | SQL; besides?: number },
) =>
  db
    .select({ manifest: sql<string | null>`${releaseScans.scan} ->> '$.manifest'` })
    .from(scriptReleases)
    .leftJoin(releaseScans, eq(releaseScans.releaseId, scriptReleases.id))
    .where(
      and(
        eq(scriptReleases.scriptId, sql`${scriptId}`),
        ne(scriptReleases.id, besides),
        isNotNull(scriptReleases.publishedAt),
        isNull(scriptReleases.yankedAt),
        eq(scriptReleases.isBeta, false),
      ),
    )
    .orderBy(desc(scriptReleases.publishedAt), desc(scriptReleases.id))
    .limit(1)

export const readOffered = (rows: readonly { manifest: string | null }[]): Manifest | null => {
  const [row] = rows
  return row?.manifest ? (JSON.parse(row.manifest) as Manifest) : null
}

export type ScanRow = Awaited<ReturnType<typeof selectScan>>[number]
