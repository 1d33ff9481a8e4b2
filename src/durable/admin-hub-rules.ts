import { HOUR, SECOND } from '#shared/core/time.ts'
import { type AdminMessage, type AdminStats, FEED_LENGTH, type FeedItem } from '#shared/feed/contract.ts'
import { driftBetween, type Totals } from '#shared/feed/rules.ts'

export const MAX_ADMIN_SOCKETS = 50
/** Events per query. */
export const WINDOW = 1000
/** A hub that is more events behind takes the tables' counters instead of counting the events. */
export const FAR_BEHIND = 10 * WINDOW
/** Interval of the comparison of the hub's counters with the tables'. */
export const CHECK_EVERY_MS = HOUR
/** Delay until the next refresh after the tables could not be read. */
export const RETRY_AFTER_MS = 5 * SECOND
/** Up to this many events are sent one by one; more would overload a browser. */
export const MAX_SINGLE_EVENTS = 20

/** The counters after the event `cursor`. */
export type HubSnapshot = { totals: Totals; cursor: number; checkedAt: number }

/** One read of the tables: their counters, and the sum of the changes by the events after the cursor. */
export type Pulled = { first: number; last: number; totals: Totals; moved: Totals }

export type Step = {
  snapshot: HubSnapshot
  /** The counters were taken from the tables: screens must replace all they show. */
  replaced: boolean
  /** More events are left to read. */
  more: boolean
  /** The error of the counters, where they were compared and wrong. */
  drift: Totals | null
}

/**
 * Advances the counters by one window of events. The cursor makes every event count once, however often it is read.
 * Where the events do not follow the cursor (a new hub, one that is too far behind, tables that were restored to an
 * earlier time), the tables' counters replace the hub's.
 */
export function advance(before: HubSnapshot | null, pulled: Pulled, now: number): Step {
  const { first, last, totals, moved } = pulled
  if (before === null || !follows(before.cursor, first, last)) {
    return { snapshot: { totals, cursor: last, checkedAt: now }, replaced: true, more: false, drift: null }
  }
  const cursor = Math.min(before.cursor + WINDOW, last)
  const counted = add(before.totals, moved)
  const more = cursor < last
  if (more || now - before.checkedAt < CHECK_EVERY_MS) {
    const snapshot = { totals: counted, cursor, checkedAt: before.checkedAt }
    return { snapshot, replaced: false, more, drift: null }
  }
  const drift = driftBetween(counted, totals)
  return { snapshot: { totals, cursor, checkedAt: now }, replaced: false, more, drift }
}

const follows = (cursor: number, first: number, last: number) =>
  cursor <= last && last - cursor <= FAR_BEHIND && (cursor === last || first <= cursor + 1)

const add = (totals: Totals, moved: Totals): Totals => ({
  users: totals.users + moved.users,
  purchases: totals.purchases + moved.purchases,
  subscriptions: totals.subscriptions + moved.subscriptions,
  revenueCents: totals.revenueCents + moved.revenueCents,
})

/** The frames for new events; `news` is newest first. The number of frames is bounded for any number of events. */
export function framesOf(news: readonly FeedItem[], stats: AdminStats): AdminMessage[] {
  if (news.length > MAX_SINGLE_EVENTS) {
    return [{ type: 'admin-update', stats, feed: news.slice(0, FEED_LENGTH) }]
  }
  const { recentPurchases: _, ...totals } = stats
  const each = news
    .toReversed()
    .map(
      (data): AdminMessage =>
        data.kind === 'purchase'
          ? { type: 'purchase_update', data, totals }
          : { type: 'admin-notification', data },
    )
  return [...each, { type: 'admin-update', stats, feed: [] }]
}
