import { and, count, desc, eq, getTableColumns, lt, or, sql } from 'drizzle-orm'
import { aliased, type Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { startsWith } from '../../db/prefix.ts'
import { scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import { payments } from '../../db/schema/payments.ts'
import type { Candidate } from './bundle-rules.ts'
import { bundledProducts, currentReleaseId, releaseColumns } from './read-products.ts'

const releasesOf = (extra = sql``) =>
  sql<number>`(select count(*) from script_releases r where r.script_id = ${scripts.id} ${extra})`

const selectManaged = (db: Db, now: number) =>
  db
    .select({
      script: getTableColumns(scripts),
      release: aliased('release', releaseColumns),
      bundled: bundledProducts(now).as('bundled_products'),
      releaseCount: releasesOf().as('release_count'),
      draftCount: releasesOf(sql`and r.published_at is null`).as('draft_count'),
    })
    .from(scripts)
    .leftJoin(scriptReleases, eq(scriptReleases.id, currentReleaseId(now)))

export type ManagedRow = Awaited<ReturnType<typeof findManaged>>[number]

export const findManaged = (db: Db, id: number, now: number) =>
  selectManaged(db, now).where(eq(scripts.id, id)).limit(1)

type Wanted = {
  limit: number
  cursor?: number | undefined
  q?: string | undefined
  state?: 'listed' | 'deleted' | undefined
}

/**
 * All products, newest first; one row more than `limit`. `q` is the beginning of a name or of a slug, or an id. The
 * search scans the list: a shop has dozens of products, not millions.
 */
export const listManaged = (db: Db, { limit, cursor, q, state }: Wanted, now: number) =>
  selectManaged(db, now)
    .where(
      and(
        lt(scripts.id, cursor ?? Number.MAX_SAFE_INTEGER),
        state && eq(scripts.isDeleted, state === 'deleted'),
        q
          ? or(
              sql`lower(substr(${scripts.name}, 1, length(${q}))) = lower(${q})`,
              sql`substr(${scripts.slug}, 1, length(${q})) = lower(${q})`,
              /^\d{1,15}$/.test(q) ? eq(scripts.id, Number(q)) : undefined,
            )
          : undefined,
      ),
    )
    .orderBy(desc(scripts.id))
    .limit(limit + 1)

const MOST_RELEASES = 500

/** Every release of a product, the newest upload first, without the lists of their files. */
export const selectAllReleases = (db: Db, scriptId: number) =>
  db
    .select({
      ...releaseColumns,
      changelog: scriptReleases.changelog,
      yankReason: scriptReleases.yankReason,
      notifiedAt: scriptReleases.notifiedAt,
      hasRun: sql<number>`${scriptReleases.recordedRun} is not null`.mapWith(Boolean).as('has_run'),
      fileCount: sql<number>`json_array_length(${scriptReleases.contents})`.as('file_count'),
    })
    .from(scriptReleases)
    .where(eq(scriptReleases.scriptId, scriptId))
    .orderBy(desc(scriptReleases.id))
    .limit(MOST_RELEASES)

export type AnyRelease = Awaited<ReturnType<typeof selectAllReleases>>[number]

/** The products of these ids, as candidates for a bundle. */
export const listCandidates = (db: Db, ids: readonly number[], now: number): Promise<Candidate[]> =>
  db
    .select({
      id: scripts.id,
      name: scripts.name,
      tier: scripts.tier,
      isSubscription: scripts.isSubscription,
      isDeleted: scripts.isDeleted,
      bundledIds: scripts.bundledIds,
      hasFile: sql<boolean>`${currentReleaseId(now)} is not null`.mapWith(Boolean),
    })
    .from(scripts)
    .where(inList(scripts.id, ids))

/** A product, whether an order for it was ever created, and whether a bundle contains it. */
export async function findToChange(db: Db, id: number) {
  const [[script], [sold], [bundle]] = await db.batch([
    db.select().from(scripts).where(eq(scripts.id, id)).limit(1),
    db.select({ orders: count() }).from(
      db
        .select({ id: payments.id })
        .from(payments)
        .where(and(sql`${payments.purchaseType} in ('one-time', 'subscription')`, eq(payments.scriptId, id)))
        .limit(1)
        .as('first_order'),
    ),
    db
      .select({ name: scripts.name })
      .from(scripts)
      .where(sql`exists (select 1 from json_each(${scripts.bundledIds}) i where i.value = ${id})`)
      .limit(1),
  ])
  return script && { script, wasOrdered: (sold?.orders ?? 0) > 0, bundle: bundle?.name ?? null }
}

/** The existing slugs that begin with this one. */
export async function listSlugs(db: Db, slug: string): Promise<string[]> {
  const rows = await db.select({ slug: scripts.slug }).from(scripts).where(startsWith(scripts.slug, slug))
  return rows.map((row) => row.slug)
}

export async function findIdBySlug(db: Db, slug: string): Promise<number | undefined> {
  const [row] = await db.select({ id: scripts.id }).from(scripts).where(eq(scripts.slug, slug)).limit(1)
  return row?.id
}
