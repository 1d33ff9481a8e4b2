import { and, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type ProductDetail, SHOWN_RELEASES } from '#shared/catalogue/contract.ts'
import { toIso } from '#shared/core/time.ts'
import type { ScanReport, ScanSummary } from '#shared/scan/contract.ts'
import type { Db } from '../../db/client.ts'
import { releaseScans, scriptReleases } from '../../db/schema/catalogue.ts'
import { confirmationOf } from '../scan/readiness-rules.ts'
import { isSellable } from './bundle-rules.ts'
import {
  findProduct,
  isPublished,
  isStable,
  listBundlesWith,
  newestFirst,
  publishedAt,
} from './read-products.ts'
import { toProduct } from './views.ts'

/** What the page shows of the current release's scan, and its README; the whole scan and its texts are many times as large. */
const selectSummary = (db: Db, ofProduct: SQL | undefined) =>
  db
    .select({
      manifest: sql<string | null>`${releaseScans.scan} ->> '$.manifest'`,
      findingCount: sql<number>`${releaseScans.scan} ->> '$.findingCount'`,
      lines: sql<number>`${releaseScans.scan} ->> '$.lines'`,
      files: sql<number>`${releaseScans.scan} ->> '$.files'`,
      readme: sql<string | null>`(select json_each.value ->> '$.text' from json_each(${releaseScans.texts})
        where lower(json_each.value ->> '$.path') glob 'readme*' limit 1)`,
      undeclaredCount: releaseScans.undeclaredCount,
      confirmedAt: releaseScans.confirmedAt,
      confirmReason: releaseScans.confirmReason,
    })
    .from(scriptReleases)
    .leftJoin(releaseScans, eq(releaseScans.releaseId, scriptReleases.id))
    .where(ofProduct)
    .orderBy(...newestFirst)
    .limit(1)

/** The recorded runs of the current releases of a bundle's products, in their order. */
const selectBundleRuns = (db: Db, idOrSlug: number | string, now: number) =>
  db
    .select({
      productId: scriptReleases.scriptId,
      version: scriptReleases.version,
      run: scriptReleases.recordedRun,
    })
    .from(sql`scripts bundle`)
    .innerJoin(sql`json_each(bundle.bundled_ids) i`, sql`true`)
    .innerJoin(
      scriptReleases,
      sql`${scriptReleases.id} = (select r.id from script_releases r where r.script_id = i.value
        and r.published_at <= ${now} and r.yanked_at is null and r.is_beta = 0
        order by r.published_at desc, r.id desc limit 1)`,
    )
    .where(sql`${typeof idOrSlug === 'number' ? sql`bundle.id` : sql`bundle.slug`} = ${idOrSlug}`)
    .orderBy(sql`i.key`)

/**
 * A listed product with the details of its own page: the contents of its file, and its versions. One round trip: nine
 * statements in one batch. Null where there is no such product.
 */
export async function findProductDetail(
  db: Db,
  idOrSlug: number | string,
  now: number,
): Promise<ProductDetail | null> {
  const isOfProduct =
    typeof idOrSlug === 'number'
      ? eq(scriptReleases.scriptId, idOrSlug)
      : sql`${scriptReleases.scriptId} = (select id from scripts where slug = ${idOrSlug})`
  const ofProduct = and(isOfProduct, isStable(now))
  const [[product], releases, [current], [counted], recalled, [scanned], [beta], bundles, runs] =
    await db.batch([
      findProduct(db, idOrSlug, now),
      db
        .select({
          version: scriptReleases.version,
          publishedAt,
          changelog: scriptReleases.changelog,
          fileName: scriptReleases.fileName,
          fileSize: scriptReleases.fileSize,
          sha256: scriptReleases.sha256,
          signedBy: scriptReleases.signedBy,
          logIndex: scriptReleases.logIndex,
          isSecurityUpdate: scriptReleases.isSecurityUpdate,
        })
        .from(scriptReleases)
        .where(ofProduct)
        .orderBy(...newestFirst)
        .limit(SHOWN_RELEASES),
      // A separate query: the one above would read the file lists of twenty releases for one.
      db
        .select({ contents: scriptReleases.contents, run: scriptReleases.recordedRun })
        .from(scriptReleases)
        .where(ofProduct)
        .orderBy(...newestFirst)
        .limit(1),
      db.select({ releases: count() }).from(scriptReleases).where(ofProduct),
      db
        .select({
          version: scriptReleases.version,
          recalledAt: sql<number>`${scriptReleases.yankedAt}`,
          reason: sql<string>`${scriptReleases.yankReason}`,
          advice: sql<string>`${scriptReleases.recallAdvice}`,
        })
        .from(scriptReleases)
        .where(
          and(isOfProduct, isNotNull(scriptReleases.publishedAt), isNotNull(scriptReleases.recallAdvice)),
        )
        .orderBy(...newestFirst)
        .limit(SHOWN_RELEASES),
      selectSummary(db, ofProduct),
      db
        .select({ version: scriptReleases.version, publishedAt })
        .from(scriptReleases)
        .where(and(isOfProduct, isPublished(now), eq(scriptReleases.isBeta, true)))
        .orderBy(...newestFirst)
        .limit(1),
      listBundlesWith(db, idOrSlug, now),
      selectBundleRuns(db, idOrSlug, now),
    ])
  if (!product) return null
  return {
    ...toProduct(product.script, product.release, product.bundled),
    contents: current?.contents ?? [],
    releases: releases.map((release) => ({ ...release, publishedAt: toIso(release.publishedAt) })),
    releaseCount: counted?.releases ?? 0,
    beta:
      beta && beta.publishedAt > (product.release.publishedAt ?? 0)
        ? { ...beta, publishedAt: toIso(beta.publishedAt) }
        : null,
    scan: scanned ? toSummary(scanned) : null,
    run: current?.run ?? null,
    readme: scanned?.readme ?? null,
    downloads: product.script.downloadCount,
    bundles: bundles.filter(isSellable).map((one) => toProduct(one.script, null, one.bundled)),
    runs: runs.flatMap(({ run, ...of }) => (run ? [{ ...of, run }] : [])),
    recalled: recalled.map((one) => ({ ...one, recalledAt: toIso(one.recalledAt) })),
  }
}

type Summary = Awaited<ReturnType<typeof selectSummary>>[number]

function toSummary({
  manifest,
  undeclaredCount,
  confirmedAt,
  confirmReason,
  readme: _readme,
  ...counts
}: Summary): ScanSummary | null {
  if (undeclaredCount === null) return null
  return {
    manifest: manifest === null ? null : JSON.parse(manifest),
    undeclaredCount,
    confirmation: confirmationOf({ confirmedAt, confirmReason }),
    ...counts,
  }
}

/** The whole scan of a listed product's current release. One round trip. Null where there is none. */
export async function findScanReport(db: Db, productId: number, now: number): Promise<ScanReport | null> {
  const isListed = sql`exists (select 1 from scripts s where s.id = ${productId} and s.is_deleted = 0)`
  const [found] = await db
    .select({
      version: scriptReleases.version,
      scan: releaseScans.scan,
      texts: releaseScans.texts,
      confirmedAt: releaseScans.confirmedAt,
      confirmReason: releaseScans.confirmReason,
    })
    .from(scriptReleases)
    .leftJoin(releaseScans, eq(releaseScans.releaseId, scriptReleases.id))
    .where(and(eq(scriptReleases.scriptId, productId), isStable(now), isListed))
    .orderBy(...newestFirst)
    .limit(1)
  if (!found?.scan || !found.texts) return null
  const { version, scan, texts } = found
  return { version, scan, texts, confirmation: confirmationOf(found) }
}
