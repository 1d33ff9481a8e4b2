import { plannedEnd } from '#shared/subscriptions/rules.ts'
import type { UserId } from '../../db/account-batch.ts'
import type { Db } from '../../db/client.ts'
import { listCurrentSubscriptions } from './store.ts'
import type { CurrentSubscription } from './subscription-state.ts'

/** The input of `currentOf`. Returns a query, so that a caller can batch it. */
export const selectCurrent = (db: Db, userId: UserId, productId: number) =>
  listCurrentSubscriptions(db, userId, productId)

/** This user's subscription to the product that has not ended. One that is still charged comes before a prepaid one. */
export const findCurrentSubscription = async (
  db: Db,
  userId: number,
  productId: number,
  now: number,
): Promise<CurrentSubscription | null> => currentOf(await selectCurrent(db, userId, productId), now)

/** As above, by the rows of `selectCurrent`. */
export function currentOf(
  rows: Awaited<ReturnType<typeof selectCurrent>>,
  now: number,
): CurrentSubscription | null {
  for (const row of rows) {
    const endsAt = plannedEnd(row)
    if (endsAt !== null && endsAt <= now) continue
    const { id, currentPeriodEnd } = row
    return { id, prepaid: row.stripeSubscriptionId === null, currentPeriodEnd, endsAt }
  }
  return null
}
