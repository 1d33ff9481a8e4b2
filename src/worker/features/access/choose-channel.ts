import type { Channel } from '#shared/access/contract.ts'
import { accessTo } from '#shared/access/rules.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import { selectOwnedGrantsOfUser } from './store.ts'
import { chooseBeta, leaveBeta } from './writes.ts'

/**
 * Whether this owner gets the beta versions of a product, for the next downloads and announcements.
 * @throws Problem 403 no access to the product
 */
export async function chooseChannel(
  db: Db,
  userId: number,
  { productId, channel }: { productId: number; channel: Channel },
  now: number,
): Promise<void> {
  if (!accessTo(productId, await selectOwnedGrantsOfUser(db, userId), now)) {
    throw new Problem(403, 'You do not have access to this product.')
  }
  const choice = { userId, scriptId: productId }
  await (channel === 'beta' ? chooseBeta(db, { ...choice, chosenAt: now }) : leaveBeta(db, choice))
}
