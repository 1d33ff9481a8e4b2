import { and, eq, sql } from 'drizzle-orm'
import type { ChangelogEntry } from '#shared/catalogue/contract.ts'
import { toIso } from '#shared/core/time.ts'
import { aliased, type Db } from '../../db/client.ts'
import { scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import { imageUrlOf } from './image-url.ts'
import { currentReleaseId, isStable, newestFirst, publishedAt } from './read-products.ts'
import { type ReleaseCursor, writeCursor } from './release-cursor-rules.ts'

type Page = { limit: number; cursor?: ReleaseCursor | undefined }

/** A page of the releases of all listed products, newest first. One round trip, by the index script_releases_recent. */
export async function listReleases(
  db: Db,
  { limit, cursor }: Page,
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
