import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { Db } from '../../../db/client.ts'
import { findCurrentSubscription } from '../../subscriptions/find-current-subscription.ts'
import type { CurrentSubscription } from '../../subscriptions/subscription-state.ts'
import { creditOn, type PaidPeriod, sumUnused } from './rules.ts'
import { findReversedCredit, findSubscriptionEnd, listUnusedPeriods } from './store.ts'

export type Credit = {
  subscriptionId: number
  creditCents: number
  unusedDays: number
  periodDays: number
  /** When Premium ends, if it does not renew. */
  premiumEndsAt: number
  renews: boolean
}

/** The credit for a user's unused Premium on this product, which must be Lifetime; null where there is none. */
export async function findCredit(
  db: Db,
  userId: number,
  product: { id: number; priceCents: number },
  now: number,
): Promise<Credit | null> {
  return creditOf(db, await findCurrentSubscription(db, userId, PREMIUM_ID, now), product, now)
}

/** As above, by the user's current subscription to Premium; null: there is none. */
export async function creditOf(
  db: Db,
  current: CurrentSubscription | null,
  product: { id: number; priceCents: number },
  now: number,
): Promise<Credit | null> {
  if (product.id !== LIFETIME_ID || current === null) return null
  const found = await listUnusedPeriods(db, current.id, now)
  const periods = found.filter((one): one is PaidPeriod => one.start !== null && one.end !== null)
  const unused = sumUnused(periods, now)
  if (unused.creditCents <= 0) return null
  return {
    subscriptionId: current.id,
    ...unused,
    creditCents: creditOn(product.priceCents, unused.creditCents),
    premiumEndsAt: Math.max(...periods.map(({ end }) => end)),
    renews: !current.prepaid && current.endsAt === null,
  }
}

type Upgraded = { upgradedSubscriptionId: number | null }

/** Whether the credited money was refunded or disputed before the upgrade is settled. */
export const isCreditLost = async (
  db: Db,
  { upgradedSubscriptionId: id, createdAt }: Upgraded & { createdAt: number },
): Promise<boolean> => id !== null && findReversedCredit(db, { subscriptionId: id, createdAt })

/** The end of the subscription that a payment upgrades; null where it upgrades none. */
export async function findUpgraded(
  db: Db,
  { upgradedSubscriptionId: id }: Upgraded,
): Promise<{ premiumEndsAt: number | null } | null> {
  if (id === null) return null
  const [row] = await findSubscriptionEnd(db, id)
  return { premiumEndsAt: row?.currentPeriodEnd ?? null }
}
