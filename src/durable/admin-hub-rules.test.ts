import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdminStats, FeedItem } from '../worker/features/feed/contract.ts'
import { mergeFeed } from '../worker/features/feed/rules.ts'
import { runs } from '../worker/testing/depth.ts'
import {
  advance,
  CHECK_EVERY_MS,
  FAR_BEHIND,
  framesOf,
  type Pulled,
  type Standing,
  TOLD_ONE_BY_ONE,
  WINDOW,
} from './admin-hub-rules.ts'

const NOW = 1_790_000_000_000
const totals = (revenueCents: number) => ({ users: 1, purchases: 2, subscriptions: 3, revenueCents })
const nothing = { users: 0, purchases: 0, subscriptions: 0, revenueCents: 0 }
const standing = (cursor: number, rest: Partial<Standing> = {}): Standing => ({
  ...{ cursor, totals: totals(100), checkedAt: NOW },
  ...rest,
})
const pulled = (first: number, last: number, rest: Partial<Pulled> = {}): Pulled => ({
  ...{ first, last, totals: totals(150), moved: { ...nothing, revenueCents: 50 } },
  ...rest,
})

describe('the counters', () => {
  test('go on by what the events after the cursor moved, and no event counts twice', () => {
    const step = advance(standing(7), pulled(1, 9), NOW)
    expect(step).toEqual({
      standing: { totals: totals(150), cursor: 9, checkedAt: NOW },
      ...{ replaced: false, more: false, drift: null },
    })
    const again = advance(step.standing, pulled(1, 9, { moved: nothing }), NOW)
    expect(again.standing).toEqual(step.standing)
  })

  test('of a thousand events and more go on window by window', () => {
    const step = advance(standing(0), pulled(1, WINDOW + 1), NOW)
    expect([step.standing.cursor, step.more]).toEqual([WINDOW, true])
    expect(advance(standing(WINDOW), pulled(1, WINDOW + 1), NOW).more).toBe(false)
  })

  test.each([
    ['a new hub', null, pulled(1, 9)],
    ['one that is far behind', standing(1), pulled(1, FAR_BEHIND + 2)],
    ['one whose next events were forgotten', standing(5), pulled(7, 9)],
    ['tables that were restored to an earlier moment', standing(10), pulled(1, 9)],
    ['tables whose events are all gone', standing(10), pulled(0, 0)],
  ])('are the tables’ own for %s', (_, before, found) => {
    expect(advance(before, found, NOW)).toEqual({
      standing: { totals: totals(150), cursor: found.last, checkedAt: NOW },
      ...{ replaced: true, more: false, drift: null },
    })
  })

  test('are compared with the tables’ once an hour, and a difference is named and mended', () => {
    const wrong = pulled(1, 9, { totals: totals(175) })
    expect(advance(standing(7), wrong, NOW + CHECK_EVERY_MS - 1)).toMatchObject({
      standing: { totals: totals(150), checkedAt: NOW },
      drift: null,
    })
    expect(advance(standing(7), wrong, NOW + CHECK_EVERY_MS)).toMatchObject({
      standing: { totals: totals(175), checkedAt: NOW + CHECK_EVERY_MS },
      drift: { ...nothing, revenueCents: 25 },
    })
    expect(advance(standing(7), pulled(1, 9), NOW + CHECK_EVERY_MS).drift).toBeNull()
    // In the middle of the events they cannot be compared.
    expect(advance(standing(0), pulled(1, WINDOW + 1), NOW + CHECK_EVERY_MS).drift).toBeNull()
  })
})

const item = (id: number, kind: FeedItem['kind'] = 'purchase'): FeedItem => ({
  ...{ id, kind, at: new Date(NOW + id).toISOString(), who: 'somebody' },
  ...{ userId: 1, paymentId: id, subscriptionId: null, subjectId: null },
  ...{ product: null, amount: 1, about: null },
})
const stats: AdminStats = {
  ...{ totalUsers: 1, totalPurchases: 2, totalSubscriptions: 3, totalRevenue: 4 },
  recentPurchases: [item(1)],
}

describe('news', () => {
  // spec: admin-socket-messages
  test('are told one by one in their order, purchases with the new totals, and end with how it stands', () => {
    const { recentPurchases: _, ...totals } = stats
    expect(framesOf([item(3, 'refund_asked'), item(2)], stats)).toEqual([
      { type: 'purchase_update', data: item(2), totals },
      { type: 'admin-notification', data: item(3, 'refund_asked') },
      { type: 'admin-update', stats, feed: [] },
    ])
    expect(framesOf([], stats)).toEqual([{ type: 'admin-update', stats, feed: [] }])
  })

  test('that come too fast are one frame, with the newest fifty', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => item(count - n))
    expect(framesOf(many(TOLD_ONE_BY_ONE), stats)).toHaveLength(TOLD_ONE_BY_ONE + 1)
    expect(framesOf(many(80), stats)).toEqual([{ type: 'admin-update', stats, feed: many(80).slice(0, 50) }])
  })

  // spec: feed-limits
  test('stand in the feed once each, newest first, fifty at most, however they come', () => {
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
