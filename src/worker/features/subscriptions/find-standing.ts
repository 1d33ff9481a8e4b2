import type { Db } from '../../db/client.ts'
import { plannedEnd } from './rules.ts'
import { listStanding } from './store.ts'
import type { StandingSubscription } from './subscription-state.ts'

/** This user's subscription to the product that has not ended; one that somebody is charged for before a prepaid one. */
export async function findStanding(
  db: Db,
  userId: number,
  productId: number,
  now: number,
): Promise<StandingSubscription | null> {
  const rows = await listStanding(db, userId, productId)
  for (const row of rows) {
    const endsAt = plannedEnd(row)
    if (endsAt !== null && endsAt <= now) continue
    const { id, currentPeriodEnd } = row
    return { id, prepaid: row.stripeSubscriptionId === null, currentPeriodEnd, endsAt }
  }
  return null
}
