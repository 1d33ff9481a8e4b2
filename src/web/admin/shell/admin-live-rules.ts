import {
  type AdminMessage,
  type AdminStats,
  type FeedItem,
  type FeedKind,
  type LiveTotals,
  RECENT_PURCHASES,
} from '#shared/feed/contract.ts'
import { mergeFeed } from '#shared/feed/rules.ts'

/** The data that the connection has received so far. `stats` is null until the first snapshot arrives. */
export type AdminNews = { stats: AdminStats | null; feed: readonly FeedItem[] }

export type AdminReceived = AdminNews & {
  /** The events that were not known before, oldest first. */
  fresh: readonly FeedItem[]
  /** True if the events arrived as they happened. False for a snapshot, which may contain missed events. */
  live: boolean
}

/** Returns the new state after a message from the hub. */
export function receiveNews({ stats, feed }: AdminNews, message: AdminMessage): AdminReceived {
  switch (message.type) {
    case 'pong':
      return { stats, feed, fresh: [], live: true }
    case 'admin-stats': {
      // A snapshot from the hub. At the first snapshot of a page, nothing was missed.
      const fresh = stats === null ? [] : newer(feed, message.feed)
      return { stats: message.stats, feed: message.feed, fresh, live: false }
    }
    case 'admin-update': {
      const fresh = newer(feed, message.feed)
      return { stats: message.stats, feed: mergeFeed(feed, message.feed), fresh, live: true }
    }
    case 'admin-notification': {
      const fresh = newer(feed, [message.data])
      return { stats, feed: mergeFeed(feed, fresh), fresh, live: true }
    }
    case 'purchase_update': {
      const fresh = newer(feed, [message.data])
      return { stats: sold(stats, message.totals, fresh), feed: mergeFeed(feed, fresh), fresh, live: true }
    }
  }
}

const newer = (feed: readonly FeedItem[], came: readonly FeedItem[]) => {
  const last = feed[0]?.id ?? 0
  return came.filter(({ id }) => id > last).toSorted((a, b) => a.id - b.id)
}

const sold = (stats: AdminStats | null, totals: LiveTotals, sales: readonly FeedItem[]): AdminStats => ({
  ...totals,
  recentPurchases: [...sales, ...(stats?.recentPurchases ?? [])].slice(0, RECENT_PURCHASES),
})

const API = '/api/secure-management'
// A sale also changes coupon uses, commissions, the purchases of an account and the list of pending payments.
const MONEY = [
  ...['purchases', 'payments', 'refunds', 'subscriptions', 'stats', 'users'].map((list) => `${API}/${list}`),
  ...['/api/coupons', `${API}/payouts`, `${API}/referrals`, '/api/recovery/pending-payments'],
]
const REFRESHED: Partial<Record<FeedKind, readonly string[]>> = {
  user_registered: [`${API}/users`],
  user_deleted: [`${API}/users`],
  contact_message: [`${API}/contact-messages`],
  mail_dead: [`${API}/email-deliveries`],
  finding: ['/api/recovery'],
  payment_flagged: [...MONEY, '/api/recovery'],
}

/** The lists that an event changes, as the prefixes of their query keys. */
export const listsOf = (kind: FeedKind): readonly string[] => REFRESHED[kind] ?? MONEY
