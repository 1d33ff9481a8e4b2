import { toUsd } from '#shared/core/money.ts'
import { FEED_LENGTH, type FeedItem, type LiveTotals } from './contract.ts'

/** The shop's counters, in the units of the tables. */
export type Totals = { users: number; purchases: number; subscriptions: number; revenueCents: number }

export const toLiveTotals = ({ users, purchases, subscriptions, revenueCents }: Totals): LiveTotals => ({
  totalUsers: users,
  totalPurchases: purchases,
  totalSubscriptions: subscriptions,
  totalRevenue: toUsd(revenueCents),
})

/** The difference `after` − `before`; null where both are equal. */
export function driftBetween(before: Totals, after: Totals): Totals | null {
  const drift = {
    users: after.users - before.users,
    purchases: after.purchases - before.purchases,
    subscriptions: after.subscriptions - before.subscriptions,
    revenueCents: after.revenueCents - before.revenueCents,
  }
  return Object.values(drift).some((by) => by !== 0) ? drift : null
}

/** Merges new events into the feed: no duplicates, newest first, at most FEED_LENGTH. */
export function mergeFeed(feed: readonly FeedItem[], came: readonly FeedItem[]): FeedItem[] {
  const known = new Set(feed.map(({ id }) => id))
  const fresh = came.filter(({ id }) => !known.has(id))
  return [...fresh, ...feed].toSorted((a, b) => b.id - a.id).slice(0, FEED_LENGTH)
}
