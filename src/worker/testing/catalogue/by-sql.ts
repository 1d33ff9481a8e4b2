// The public catalogue as SQL answers it, request by request: what the catalogue in memory must equal.
import { and, asc, count, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type ChangelogEntry, type ProductDetail, SHOWN_RELEASES } from '#shared/catalogue/contract.ts'
import { toIso } from '#shared/core/time.ts'
import type { ScanSummary } from '#shared/scan/contract.ts'
import { aliased, type Db } from '../../db/client.ts'
import { releaseScans, scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import { isSellable } from '../../features/catalogue/bundle-rules.ts'
import { imageUrlOf } from '../../features/catalogue/image-url.ts'
import {
  currentReleaseId,
  findProduct,
  isPublished,
  isStable,
  newestFirst,
  publishedAt,
  searchedText,
  selectProducts,
} from '../../features/catalogue/read-products.ts'
import { type ReleaseCursor, writeCursor } from '../../features/catalogue/release-cursor-rules.ts'
import { toProduct } from '../../features/catalogue/views.ts'
import { confirmationOf } from '../../features/scan/readiness-rules.ts'
import { toPage } from '../../http/paging.ts'

type ProductPage = { limit: number; cursor?: number | undefined; q?: string | undefined }

export async function listProductsBySql(db: Db, page: ProductPage, now: number) {
  const found = await selectProducts(db, now)
    .where(
      and(
        eq(scripts.isDeleted, false),
        page.cursor === undefined ? undefined : gt(scripts.id, page.cursor),
        page.q ? sql`instr(lower(${searchedText}), lower(${page.q})) > 0` : undefined,
      ),
    )
    .orderBy(asc(scripts.id))
    .limit(page.limit + 1)
  const { rows, nextCursor } = toPage(
    found.map((row) => ({ ...row, id: row.script.id })),
    page.limit,
  )
  return { products: rows.map((row) => toProduct(row.script, row.release, row.bundled)), nextCursor }
}

/** The listed bundles that contain a product, the smallest first. */
const listBundlesWith = (db: Db, idOrSlug: number | string, now: number) =>
  selectProducts(db, now)
    .where(
      and(
        eq(scripts.isDeleted, false),
        sql`exists (select 1 from json_each(${scripts.bundledIds}) i join scripts p on p.id = i.value
          where ${typeof idOrSlug === 'number' ? sql`p.id` : sql`p.slug`} = ${idOrSlug})`,
      ),
    )
    .orderBy(sql`json_array_length(${scripts.bundledIds})`, asc(scripts.id))

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
export async function findProductBySql(
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

type ReleasePage = { limit: number; cursor?: ReleaseCursor | undefined }

/** A page of the releases of all listed products, newest first. One round trip, by the index script_releases_recent. */
export async function listReleasesBySql(
  db: Db,
  { limit, cursor }: ReleasePage,
  now: number,
): Promise<{ releases: ChangelogEntry[]; nextCursor: string | null }> {
  const rows = await db
    .select({
      id: scriptReleases.id,
      publishedAt,
      version: scriptReleases.version,
      changelog: scriptReleases.changelog,
      isSecurityUpdate: scriptReleases.isSecurityUpdate,
      newerBeta: sql<string | null>`(select b.version from script_releases b
        where b.script_id = ${scripts.id} and b.published_at > ${scriptReleases.publishedAt}
        and b.published_at <= ${now} and b.yanked_at is null and b.is_beta = 1
        and ${scriptReleases.id} = ${currentReleaseId(now)}
        order by b.published_at desc, b.id desc limit 1)`.as('newer_beta'),
      product: aliased('product', {
        id: scripts.id,
        slug: scripts.slug,
        name: scripts.name,
        imagePath: scripts.imagePath,
      }),
    })
    .from(scriptReleases)
    // A cross join keeps this order of the tables: starting from products would read and sort all of their releases.
    .crossJoin(scripts)
    .where(
      and(
        eq(scripts.id, scriptReleases.scriptId),
        eq(scripts.isDeleted, false),
        isStable(now),
        cursor &&
          sql`(${scriptReleases.publishedAt}, ${scriptReleases.id}) < (${cursor.publishedAt}, ${cursor.id})`,
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    releases: page.map(({ product: { imagePath, ...product }, ...row }) => ({
      ...row,
      product: { ...product, imageUrl: imageUrlOf({ id: product.id, imagePath }) },
      publishedAt: toIso(row.publishedAt),
    })),
    nextCursor: rows.length > limit && last ? writeCursor(last) : null,
  }
}
