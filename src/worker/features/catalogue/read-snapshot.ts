import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { selectCatalogueRevision } from '../../db/catalogue-revision.ts'
import { aliased, type Db } from '../../db/client.ts'
import { releaseScans, scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import {
  currentReleaseId,
  isPublished,
  isStable,
  newestFirst,
  publishedAt,
  searchedText,
  selectProducts,
} from './read-products.ts'

/** Listed products in the order of their ids, each with the text that the search looks in. */
const selectListed = (db: Db, now: number) =>
  selectProducts(db, now, { searched: sql<string>`lower(${searchedText})`.as('searched') })
    .where(eq(scripts.isDeleted, false))
    .orderBy(asc(scripts.id))

/** The stable releases of listed products, newest first. */
const selectStable = (db: Db, now: number) =>
  db
    .select({
      id: scriptReleases.id,
      scriptId: scriptReleases.scriptId,
      version: scriptReleases.version,
      publishedAt,
      changelog: scriptReleases.changelog,
      fileName: scriptReleases.fileName,
      fileSize: scriptReleases.fileSize,
      sha256: scriptReleases.sha256,
      signedBy: scriptReleases.signedBy,
      logIndex: scriptReleases.logIndex,
      isSecurityUpdate: scriptReleases.isSecurityUpdate,
      product: aliased('product', {
        id: scripts.id,
        slug: scripts.slug,
        name: scripts.name,
        imagePath: scripts.imagePath,
      }),
    })
    .from(scriptReleases)
    // A cross join keeps this order of the tables: starting from products would sort all of their releases.
    .crossJoin(scripts)
    .where(and(eq(scripts.id, scriptReleases.scriptId), eq(scripts.isDeleted, false), isStable(now)))
    .orderBy(...newestFirst)

/**
 * What only a product's own page shows of its current release: files, run, README, and a summary of the scan, which is
 * itself many times as large. Of deleted products too: bundles show their runs.
 */
const selectCurrent = (db: Db, now: number) =>
  db
    .select({
      scriptId: scriptReleases.scriptId,
      version: scriptReleases.version,
      contents: scriptReleases.contents,
      run: scriptReleases.recordedRun,
      manifest: sql<string | null>`${releaseScans.scan} ->> '$.manifest'`.as('manifest'),
      findingCount: sql<number>`${releaseScans.scan} ->> '$.findingCount'`.as('finding_count'),
      lines: sql<number>`${releaseScans.scan} ->> '$.lines'`.as('lines'),
      files: sql<number>`${releaseScans.scan} ->> '$.files'`.as('files'),
      readme: sql<string | null>`(select json_each.value ->> '$.text' from json_each(${releaseScans.texts})
        where lower(json_each.value ->> '$.path') glob 'readme*' limit 1)`.as('readme'),
      undeclaredCount: releaseScans.undeclaredCount,
      confirmedAt: releaseScans.confirmedAt,
      confirmReason: releaseScans.confirmReason,
    })
    .from(scripts)
    .innerJoin(scriptReleases, eq(scriptReleases.id, currentReleaseId(now)))
    .leftJoin(releaseScans, eq(releaseScans.releaseId, scriptReleases.id))

const selectRecalled = (db: Db) =>
  db
    .select({
      scriptId: scriptReleases.scriptId,
      version: scriptReleases.version,
      recalledAt: sql<number>`${scriptReleases.yankedAt}`.as('recalled_at'),
      reason: sql<string>`${scriptReleases.yankReason}`.as('reason'),
      advice: sql<string>`${scriptReleases.recallAdvice}`.as('advice'),
    })
    .from(scriptReleases)
    .where(and(isNotNull(scriptReleases.publishedAt), isNotNull(scriptReleases.recallAdvice)))
    .orderBy(...newestFirst)

const selectBetas = (db: Db, now: number) =>
  db
    .select({ scriptId: scriptReleases.scriptId, version: scriptReleases.version, publishedAt })
    .from(scriptReleases)
    .where(and(isPublished(now), eq(scriptReleases.isBeta, true)))
    .orderBy(...newestFirst)

/** The releases around `now`, whose times are the limits of what these rows are true for. */
const selectTimes = (db: Db, now: number) =>
  db
    .select({
      last: sql<number | null>`(select r.published_at from script_releases r where r.published_at <= ${now}
        order by r.published_at desc limit 1)`.as('last'),
      next: sql<number | null>`(select r.published_at from script_releases r where r.published_at > ${now}
        order by r.published_at limit 1)`.as('next'),
    })
    .from(sql`(select 1)`)

export type CatalogueRows = Awaited<ReturnType<typeof readCatalogueRows>>

/** Everything that the public catalogue shows at `now`, as of one moment: seven statements in one batch. */
export async function readCatalogueRows(db: Db, now: number) {
  const [[state], listed, stable, current, recalled, betas, [times]] = await db.batch([
    selectCatalogueRevision(db),
    selectListed(db, now),
    selectStable(db, now),
    selectCurrent(db, now),
    selectRecalled(db),
    selectBetas(db, now),
    selectTimes(db, now),
  ])
  if (!state) throw new Error('The row of catalogue_revision is missing')
  return {
    revision: state.revision,
    listed,
    stable,
    current,
    recalled,
    betas,
    /** Epoch milliseconds: the rows are those of every `now` from `since` up to, but not including, `until`. */
    since: times?.last ?? 0,
    until: times?.next ?? Number.POSITIVE_INFINITY,
  }
}
