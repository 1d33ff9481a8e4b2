import { plannedEnd } from '#shared/subscriptions/rules.ts'
import type { Db } from '../../db/client.ts'
import { listCurrentSubscriptions } from './store.ts'
import type { CurrentSubscription } from './subscription-state.ts'

/** This user's subscription to the product that has not ended. One that is still charged comes before a prepaid one. */
export async function findCurrentSubscription(
  db: Db,
  userId: number,
  productId: number,
  now: number,
): Promise<CurrentSubscription | null> {
  const rows = await listCurrentSubscriptions(db, userId, productId)
  for (const row of rows) {
    const endsAt = plannedEnd(row)
    if (endsAt !== null && endsAt <= now) continue
    const { id, currentPeriodEnd } = row
    return { id, prepaid: row.stripeSubscriptionId === null, currentPeriodEnd, endsAt }
  }
  return null
}
