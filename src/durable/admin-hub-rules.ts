import { HOUR, SECOND } from '#shared/core/time.ts'
import { type AdminMessage, type AdminStats, FEED_LENGTH, type FeedItem } from '#shared/feed/contract.ts'
import { driftBetween, type Totals } from '#shared/feed/rules.ts'

export const MAX_ADMIN_SOCKETS = 50
/** Events per query. */
export const WINDOW = 1000
/** Who is further behind does not count its way here any more. */
export const FAR_BEHIND = 10 * WINDOW
/** The counters are compared with the tables' own. */
export const CHECK_EVERY_MS = HOUR
/** After the tables could not be read. */
export const RETRY_AFTER_MS = 5 * SECOND
/** Up to this many events are sent one by one; more would drown a browser. */
export const MAX_SINGLE_EVENTS = 20

/** The counters after the event `cursor`. */
export type HubSnapshot = { totals: Totals; cursor: number; checkedAt: number }

/** What the tables say in one moment: their own counters, and how far the events after the cursor moved them. */
export type Pulled = { first: number; last: number; totals: Totals; moved: Totals }

export type Step = {
  snapshot: HubSnapshot
  /** The counters are the tables' own: what was shown before has to be replaced. */
  replaced: boolean
  /** More events wait. */
  more: boolean
  /** By how much the counters were wrong, where they were compared. */
  drift: Totals | null
}

/**
 * The counters one window of events further. The cursor makes an event count once, however often it is read. Where the
 * events do not follow on the cursor (a new hub, one that slept too long, tables that were restored to an earlier
 * moment), the tables' counters are taken as they are.
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

/** The frames of events; `news` newest first. However much happened, it is a bounded number of frames. */
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
