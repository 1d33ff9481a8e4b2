import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { betaSince } from '../../db/beta-since.ts'
import type { In } from '../../db/built-once.ts'
import { aliased, type Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import type { BundledRow } from './bundle-rules.ts'

const {
  contents: _contents,
  changelog: _changelog,
  signature: _signature,
  recordedRun: _recordedRun,
  ...columns
} = getTableColumns(scriptReleases)

/** Without the columns that only a product's own page shows: a list reads many releases. */
export const releaseColumns = columns

/** The newest stable release, which a buyer of today gets, found through the index (script_id, published_at). */
export const currentReleaseId = (now: number) => sql`(
  select r.id from script_releases r
  where r.script_id = ${scripts.id} and r.published_at <= ${now} and r.yanked_at is null and r.is_beta = 0
  order by r.published_at desc, r.id desc limit 1)`

/** The products of a bundle in their order; null where the product of the outer query is no bundle. */
export const bundledProducts = (now: number) =>
  sql<BundledRow[] | null>`(case when ${scripts.bundledIds} is not null then (
    select json_group_array(json_object('id', c.id, 'slug', c.slug, 'name', c.name, 'priceCents', c.price_cents,
      'isForSale', c.is_deleted = 0 and exists (select 1 from script_releases r
        where r.script_id = c.id and r.published_at <= ${now} and r.yanked_at is null and r.is_beta = 0)))
    from (select i.value as id from json_each(${scripts.bundledIds}) i order by i.key) b
    cross join scripts c on c.id = b.id) end)`.mapWith((json: string | null) =>
    json === null ? null : JSON.parse(json),
  )

/** `more`: further columns of the result. */
export const selectProducts = <More extends Record<string, SQL.Aliased> = Record<never, never>>(
  db: Db,
  now: number,
  more: More = {} as More,
) =>
  db
    .select({
      script: getTableColumns(scripts),
      release: aliased('release', releaseColumns),
      bundled: bundledProducts(now).as('bundled_products'),
      ...more,
    })
    .from(scripts)
    .leftJoin(scriptReleases, eq(scriptReleases.id, currentReleaseId(now)))

export type ProductRow = {
  script: typeof scripts.$inferSelect
  /** All its fields are null where the product has no published release. */
  release: { [Field in keyof Release]: Release[Field] | null }
  /** Null where the product is no bundle. */
  bundled: BundledRow[] | null
}

export type Release = Omit<
  typeof scriptReleases.$inferSelect,
  'contents' | 'changelog' | 'signature' | 'recordedRun'
>

/** Name, description, language and networks: "python" and "scroll" are found. */
export const searchedText = sql`${scripts.name} || ' ' || ${scripts.description} || ' ' || coalesce(${scriptReleases.chains}, '')
  || ' ' || coalesce(iif(${scriptReleases.language} = 'javascript', 'JavaScript Node.js', ${scriptReleases.language}), '')`

export const findProduct = (db: Db, idOrSlug: number | string, now: number) =>
  selectProducts(db, now)
    .where(
      and(
        typeof idOrSlug === 'number' ? eq(scripts.id, idOrSlug) : eq(scripts.slug, idOrSlug),
        eq(scripts.isDeleted, false),
      ),
    )
    .limit(1)

/** Excludes drafts, yanked releases and releases with a later date. */
export const isPublished = (now: In<number>) =>
  and(sql`${scriptReleases.publishedAt} <= ${now}`, sql`${scriptReleases.yankedAt} is null`)

/** As `isPublished`, without beta versions: what everyone is offered. */
export const isStable = (now: number) => and(isPublished(now), eq(scriptReleases.isBeta, false))

/** Not null, for queries of published releases only. */
export const publishedAt = sql<number>`${scriptReleases.publishedAt}`

export const newestFirst = [desc(scriptReleases.publishedAt), desc(scriptReleases.id)]

/** All published releases of these products (an id list or a subquery), beta versions included, newest first. */
export const selectReleases = (db: Db, scriptIds: SQL | number[], now: In<number>) =>
  db
    .select({ ...releaseColumns, betaSince: betaSince.as('beta_since') })
    .from(scriptReleases)
    .where(
      and(
        Array.isArray(scriptIds)
          ? inList(scriptReleases.scriptId, scriptIds)
          : sql`${scriptReleases.scriptId} in (${scriptIds})`,
        isPublished(now),
      ),
    )
    .orderBy(...newestFirst)
