import { asc, sql } from 'drizzle-orm'
import type { MyProduct } from '#shared/access/contract.ts'
import { type Access, accessTo, channelOf, includedRelease, ownPurchase } from '#shared/access/rules.ts'
import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import { type AccountBatch, ofAccount } from '../../db/account-batch.ts'
import type { Filled } from '../../db/built-once.ts'
import { readRunFacts } from '../../db/run-facts.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { isPublished, type Release, selectReleases } from '../catalogue/read-products.ts'
import { toProduct } from '../catalogue/views.ts'
import {
  openableIds,
  selectBundleNames,
  selectNewestDownloads,
  selectOwnBetaChoices,
  selectOwnedGrantsOfUser,
  selectPaidOrders,
  selectRunFactsOf,
} from './store.ts'

type Page = { limit: number; cursor: number; now: number }

const openable = ofAccount((db, userId, { now, ...page }: Filled<Page>) => {
  const ids = openableIds(userId, page)
  return [
    selectOwnedGrantsOfUser(db, userId),
    db.select().from(scripts).where(sql`${scripts.id} in (${ids})`).orderBy(asc(scripts.id)),
    selectReleases(db, ids, now),
    selectOwnBetaChoices(db, userId),
    selectNewestDownloads(db, userId, ids),
    selectRunFactsOf(db, ids, isPublished(now)),
    selectPaidOrders(db, userId, ids),
    selectBundleNames(db, userId),
  ] as const
})

/**
 * A page of the products this account may open, each with the release they get. Bought products stay in it after the shop
 * stops listing them. One round trip: all its queries are one batch.
 */
export async function listMyProducts(
  batch: AccountBatch,
  page: { limit: number; cursor?: number | undefined },
  now: number,
): Promise<{ products: MyProduct[]; nextCursor: number | null }> {
  const { results } = await batch(openable({ limit: page.limit + 1, cursor: page.cursor ?? 0, now }))
  const [ownedGrants, rows, releases, choices, downloaded, runs, orders, bundles] = results
  const candidates = rows.slice(0, page.limit)
  const products = candidates.flatMap((script) => {
    const access = accessTo(script.id, ownedGrants, now)
    if (!access) return []
    const channel = channelOf(choices, script.id)
    const versions = releases.filter(
      (release) =>
        release.scriptId === script.id && includedRelease(access, [release], channel) !== undefined,
    )
    const included = includedRelease(access, versions, channel)
    const newest = downloaded.find(({ scriptId }) => scriptId === script.id)
    const { source, until, renews } = access
    const purchase = ownPurchase(script.id, ownedGrants, now)
    return [
      {
        ...toProduct(script, included ?? null, null),
        channel,
        isBeta: included?.isBeta ?? false,
        versions: versions.map(toVersion),
        downloadedVersion: newest?.version ?? null,
        isNew: isNewer(included, newest),
        isLogged: included?.logIndex != null,
        run: readRunFacts(runs.find(({ releaseId }) => releaseId === included?.id)?.run ?? null),
        orderReference: orders.find(({ scriptId }) => scriptId === script.id)?.orderReference ?? null,
        access: {
          source,
          until: toIsoOrNull(until),
          renews,
          ...inIso(access),
          bundle: bundles.find(({ grantId }) => grantId === access.grantId)?.bundle ?? null,
          purchase: purchase && inIso(purchase),
        },
      },
    ]
  })
  return { products, nextCursor: rows.length > page.limit ? (candidates.at(-1)?.id ?? null) : null }
}

const toVersion = ({ version, publishedAt, fileSize }: Release): MyProduct['versions'][number] => ({
  version,
  publishedAt: toIsoOrNull(publishedAt),
  fileSize,
})

/** False where nothing was downloaded yet: then no version is newer than another. */
const isNewer = (
  included: Release | undefined,
  newest: { publishedAt: number | null } | undefined,
): boolean =>
  included?.publishedAt != null && newest?.publishedAt != null && included.publishedAt > newest.publishedAt

const inIso = ({ since, updatesUntil }: Access) => ({
  since: toIso(since),
  updatesUntil: toIsoOrNull(updatesUntil),
})
