import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import { type ProductDetail, SHOWN_RELEASES } from '#shared/catalogue/contract.ts'
import { toIso } from '#shared/core/time.ts'
import type { Db } from '../../db/client.ts'
import { scriptReleases } from '../../db/schema/catalogue.ts'
import { findProduct, isPublished, newestFirst, publishedAt } from './read-products.ts'
import { toProduct } from './views.ts'

/**
 * A listed product with the details of its own page: the contents of its file, and its versions. One round trip: five
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
  const ofProduct = and(isOfProduct, isPublished(now))
  const [[product], releases, [current], [counted], recalled] = await db.batch([
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
      })
      .from(scriptReleases)
      .where(ofProduct)
      .orderBy(...newestFirst)
      .limit(SHOWN_RELEASES),
    // A separate query: the one above would read the file lists of twenty releases for one.
    db
      .select({ contents: scriptReleases.contents })
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
      .where(and(isOfProduct, isNotNull(scriptReleases.publishedAt), isNotNull(scriptReleases.recallAdvice)))
      .orderBy(...newestFirst)
      .limit(SHOWN_RELEASES),
  ])
  if (!product) return null
  return {
    ...toProduct(product.script, product.release),
    contents: current?.contents ?? [],
    releases: releases.map((release) => ({ ...release, publishedAt: toIso(release.publishedAt) })),
    releaseCount: counted?.releases ?? 0,
    recalled: recalled.map((one) => ({ ...one, recalledAt: toIso(one.recalledAt) })),
  }
}
