import { eq } from 'drizzle-orm'
import { accessTo, channelOf, includedRelease } from '#shared/access/rules.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { selectChannels, selectUserHoldings } from '../access/find-access.ts'
import { type Release, selectProducts, selectReleases } from '../catalogue/read-products.ts'
import { selectAccount } from './store.ts'

export type Recipient = {
  account: { id: number; username: string; email: string }
  product: { id: number; name: string }
  /** The release that would be delivered now. */
  newest: Release
  /** Whether the account's access opens a file of the product now. */
  hasAccess: boolean
}

/**
 * The account and the product of a delivery, and whether the account has access already. One round trip.
 * @throws Problem 404 no such user or product, 409 deactivated, 422 deleted, or nothing to deliver
 */
export async function findRecipient(
  db: Db,
  { userId, productId }: { userId: number; productId: number },
  now: number,
): Promise<Recipient> {
  const [[account], [product], ownedGrants, releases, choices] = await db.batch([
    selectAccount(db, userId),
    selectProducts(db, now).where(eq(scripts.id, productId)).limit(1),
    selectUserHoldings(db, userId),
    selectReleases(db, [productId], now),
    selectChannels(db, [userId], [productId]),
  ])
  if (!account) throw new Problem(404, `There is no user #${userId}.`)
  if (!product) throw new Problem(404, `There is no product #${productId}.`)
  if (account.deletedAt !== null)
    throw new Problem(422, `The account #${userId} was deleted. Nothing can be delivered to it.`)
  if (account.deactivatedAt !== null)
    throw new Problem(409, `${account.username} is deactivated. Activate the account first.`)
  const { name, bundledIds } = product.script
  if (bundledIds) throw new Problem(422, `${name} is a bundle. Deliver its scripts one by one.`)
  const channel = channelOf(choices, productId)
  const newest = includedRelease({ updatesUntil: null }, releases, channel)
  if (!newest) throw new Problem(422, `${name} has no published file. Publish a release first.`)
  const access = accessTo(productId, ownedGrants, now)
  const hasAccess = access !== null && includedRelease(access, releases, channel) !== undefined
  return { account, product: { id: productId, name }, newest, hasAccess }
}
