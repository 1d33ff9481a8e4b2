import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdminStats, FeedItem } from '#shared/feed/contract.ts'
import { mergeFeed } from '#shared/feed/rules.ts'
import { runs } from '../worker/testing/depth.ts'
import {
  advance,
  CHECK_EVERY_MS,
  FAR_BEHIND,
  framesOf,
  type HubSnapshot,
  MAX_SINGLE_EVENTS,
  type Pulled,
  WINDOW,
} from './admin-hub-rules.ts'

const NOW = 1_790_000_000_000
const totals = (revenueCents: number) => ({ users: 1, purchases: 2, subscriptions: 3, revenueCents })
const nothing = { users: 0, purchases: 0, subscriptions: 0, revenueCents: 0 }
const snapshot = (cursor: number, more: Partial<HubSnapshot> = {}): HubSnapshot => ({
  cursor,
  totals: totals(100),
  checkedAt: NOW,
  ...more,
})
const pulled = (first: number, last: number, more: Partial<Pulled> = {}): Pulled => ({
  first,
  last,
  totals: totals(150),
  moved: { ...nothing, revenueCents: 50 },
  ...more,
})

describe('the counters', () => {
  test('add the changes by the events after the cursor, and count no event twice', () => {
    const step = advance(snapshot(7), pulled(1, 9), NOW)
    expect(step).toEqual({
      snapshot: { totals: totals(150), cursor: 9, checkedAt: NOW },
      replaced: false,
      more: false,
      drift: null,
    })
    const again = advance(step.snapshot, pulled(1, 9, { moved: nothing }), NOW)
    expect(again.snapshot).toEqual(step.snapshot)
  })

  test('advance window by window through more than a thousand events', () => {
    const step = advance(snapshot(0), pulled(1, WINDOW + 1), NOW)
    expect([step.snapshot.cursor, step.more]).toEqual([WINDOW, true])
    expect(advance(snapshot(WINDOW), pulled(1, WINDOW + 1), NOW).more).toBe(false)
  })

  test.each([
    ['a new hub', null, pulled(1, 9)],
    ['one that is far behind', snapshot(1), pulled(1, FAR_BEHIND + 2)],
    ['one whose next events were forgotten', snapshot(5), pulled(7, 9)],
    ['tables that were restored to an earlier moment', snapshot(10), pulled(1, 9)],
    ['tables whose events are all gone', snapshot(10), pulled(0, 0)],
  ])('are taken from the tables for %s', (_, before, found) => {
    expect(advance(before, found, NOW)).toEqual({
      snapshot: { totals: totals(150), cursor: found.last, checkedAt: NOW },
      replaced: true,
      more: false,
      drift: null,
    })
  })

  test('are compared with the tables’ once an hour, and a difference is reported and corrected', () => {
    const wrong = pulled(1, 9, { totals: totals(175) })
    expect(advance(snapshot(7), wrong, NOW + CHECK_EVERY_MS - 1)).toMatchObject({
      snapshot: { totals: totals(150), checkedAt: NOW },
      drift: null,
    })
    expect(advance(snapshot(7), wrong, NOW + CHECK_EVERY_MS)).toMatchObject({
      snapshot: { totals: totals(175), checkedAt: NOW + CHECK_EVERY_MS },
      drift: { ...nothing, revenueCents: 25 },
    })
    expect(advance(snapshot(7), pulled(1, 9), NOW + CHECK_EVERY_MS).drift).toBeNull()
    // While more events are left to read, the counters cannot be compared.
    expect(advance(snapshot(0), pulled(1, WINDOW + 1), NOW + CHECK_EVERY_MS).drift).toBeNull()
  })
})

const item = (id: number, kind: FeedItem['kind'] = 'purchase'): FeedItem => ({
  id,
  kind,
  at: new Date(NOW + id).toISOString(),
  who: 'somebody',
  userId: 1,
  paymentId: id,
  subscriptionId: null,
  subjectId: null,
  product: null,
  amount: 1,
  about: null,
})
const stats: AdminStats = {
  totalUsers: 1,
  totalPurchases: 2,
  totalSubscriptions: 3,
  totalRevenue: 4,
  recentPurchases: [item(1)],
}

describe('new events', () => {
  // spec: admin-socket-messages
  test('are sent one by one in order, purchases with the new totals, followed by the statistics', () => {
    const { recentPurchases: _, ...totals } = stats
    expect(framesOf([item(3, 'refund_asked'), item(2)], stats)).toEqual([
      { type: 'purchase_update', data: item(2), totals },
      { type: 'admin-notification', data: item(3, 'refund_asked') },
      { type: 'admin-update', stats, feed: [] },
    ])
    expect(framesOf([], stats)).toEqual([{ type: 'admin-update', stats, feed: [] }])
  })

  test('beyond the limit of single events are sent as one frame with the newest fifty', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => item(count - n))
    expect(framesOf(many(MAX_SINGLE_EVENTS), stats)).toHaveLength(MAX_SINGLE_EVENTS + 1)
    expect(framesOf(many(80), stats)).toEqual([{ type: 'admin-update', stats, feed: many(80).slice(0, 50) }])
  })

  // spec: feed-limits
  test('are in the feed once each, newest first, at most fifty, in any order of arrival', () => {
    const ids = fc.array(fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 60 }), { maxLength: 8 })
    fc.assert(
      fc.property(ids, (portions) => {
        let feed: FeedItem[] = []
        for (const portion of portions)
          feed = mergeFeed(
            feed,
            [...new Set(portion)].map((id) => item(id)),
          )
        const all = [...new Set(portions.flat())].sort((a, b) => b - a)
        expect(feed.length).toBe(Math.min(50, all.length))
        expect(feed.map(({ id }) => id)).toEqual(all.slice(0, feed.length).map((id) => id))
      }),
      runs(100),
    )
  })
})
