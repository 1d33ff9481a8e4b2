import { toUsd } from '#shared/core/money.ts'
import { FEED_LENGTH, type FeedItem, type LiveTotals } from './contract.ts'

/** The shop's counters as the tables have them. */
export type Totals = { users: number; purchases: number; subscriptions: number; revenueCents: number }

export const toLiveTotals = ({ users, purchases, subscriptions, revenueCents }: Totals): LiveTotals => ({
  totalUsers: users,
  totalPurchases: purchases,
  totalSubscriptions: subscriptions,
  totalRevenue: toUsd(revenueCents),
})

/** What `after` has more than `before`; null where they are the same. */
export function driftBetween(before: Totals, after: Totals): Totals | null {
  const drift = {
    users: after.users - before.users,
    purchases: after.purchases - before.purchases,
    subscriptions: after.subscriptions - before.subscriptions,
    revenueCents: after.revenueCents - before.revenueCents,
  }
  return Object.values(drift).some((by) => by !== 0) ? drift : null
}

/** The feed (newest first) with what came: nothing twice, in the order it happened, never more than the limit. */
export function mergeFeed(feed: readonly FeedItem[], came: readonly FeedItem[]): FeedItem[] {
  const known = new Set(feed.map(({ id }) => id))
  const fresh = came.filter(({ id }) => !known.has(id))
  return [...fresh, ...feed].toSorted((a, b) => b.id - a.id).slice(0, FEED_LENGTH)
}
