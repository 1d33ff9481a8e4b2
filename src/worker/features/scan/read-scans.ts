import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Manifest } from '#shared/scan/manifest-contract.ts'
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

/**
 * The manifests that a new release is compared with: that of the stable release that is offered, and that of the newest
 * one that ever was. With the first alone, an admin who withdraws it could publish anything; with the second alone, what
 * was withdrawn as too risky would be the measure. Without a stable one, beta versions are the measure. Releases without
 * a manifest are left out: else one of them would be a start from nothing, after which anything could be declared.
 */
export const selectBaselines = (
  db: Db,
  { scriptId, besides = 0 }: { scriptId: number | SQL; besides?: number },
) => {
  const newest = (more: SQL) => sql`(select r.id from script_releases r
    where r.script_id = ${scriptId} and r.id <> ${besides} and r.published_at is not null ${more}
      and exists (select 1 from release_scans s where s.release_id = r.id and s.scan ->> '$.manifest' is not null)
    order by r.is_beta, r.published_at desc, r.id desc limit 1)`
  return db
    .select({ manifest: sql<string | null>`${releaseScans.scan} ->> '$.manifest'` })
    .from(scriptReleases)
    .leftJoin(releaseScans, eq(releaseScans.releaseId, scriptReleases.id))
    .where(
      or(eq(scriptReleases.id, newest(sql``)), eq(scriptReleases.id, newest(sql`and r.yanked_at is null`))),
    )
}

/** The manifests that this release is compared with. None for a withdrawn one: it is published again as it was. */
export const baselinesOf = (
  { publishedAt, yankedAt }: { publishedAt: number | null; yankedAt: number | null },
  rows: readonly { manifest: string | null }[],
): Manifest[] =>
  (publishedAt !== null && yankedAt !== null ? [] : rows).flatMap(({ manifest }) =>
    manifest ? [JSON.parse(manifest) as Manifest] : [],
  )

export type ScanRow = Awaited<ReturnType<typeof selectScan>>[number]
