import { asc, sql } from 'drizzle-orm'
import { accessTo, channelOf, includedRelease } from '#shared/access/rules.ts'
import type { Db } from '../../db/client.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { type Release, selectProducts, selectReleases } from '../catalogue/read-products.ts'
import { openableIds, selectOwnBetaChoices, selectOwnedGrantsOfUser } from './store.ts'

/** Far more products than the shop has: two requests to the file store for each stay below a Worker's limit. */
const MOST_PRODUCTS = 300

export type Included = { product: { id: number; slug: string; name: string }; release: Release }

/** The current file of every product that this user may open. One round trip. */
export async function findAllIncluded(db: Db, userId: number, now: number): Promise<Included[]> {
  const ids = openableIds(userId, { limit: MOST_PRODUCTS, cursor: 0 })
  const [ownedGrants, products, releases, choices] = await db.batch([
    selectOwnedGrantsOfUser(db, userId),
    selectProducts(db, now).where(sql`${scripts.id} in (${ids})`).orderBy(asc(scripts.id)),
    selectReleases(db, ids, now),
    selectOwnBetaChoices(db, userId),
  ])
  return products.flatMap(({ script: { id, slug, name } }) => {
    const access = accessTo(id, ownedGrants, now)
    const own = releases.filter(({ scriptId }) => scriptId === id)
    const release = access && includedRelease(access, own, channelOf(choices, id))
    return release ? [{ product: { id, slug, name }, release }] : []
  })
}
