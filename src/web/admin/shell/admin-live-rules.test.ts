import { describe, expect, it } from 'vitest'
import { type AdminMessage, type AdminStats, FEED_KINDS, type FeedItem } from '#shared/feed/contract.ts'
import { NamedTimers } from '../../lib/live/named-timers.ts'
import { feedIcons } from '../overview/feed-icons.ts'
import { listsOf, receiveNews } from './admin-live-rules.ts'
import { adminProtocol } from './admin-socket-protocol.ts'
import { throttleKeys } from './throttle-keys.ts'

const item = (id: number, kind: FeedItem['kind'] = 'purchase'): FeedItem => ({
  id,
  kind,
  at: '2026-11-01T00:00:00.000Z',
  who: 'ada',
  userId: 1,
  paymentId: 41,
  subscriptionId: null,
  subjectId: null,
  product: { id: 1, name: 'Monad', price: 49 },
  amount: 49,
  about: null,
})
const totals = { totalUsers: 1, totalPurchases: 2, totalSubscriptions: 3, totalRevenue: 4 }
const stats = (recentPurchases: FeedItem[] = []): AdminStats => ({ ...totals, recentPurchases })
const ids = (items: readonly FeedItem[]) => items.map(({ id }) => id)
const greeting = (...feed: FeedItem[]): AdminMessage => ({ type: 'admin-stats', stats: stats(), feed })
const current = receiveNews({ stats: null, feed: [] }, greeting(item(2), item(1)))

describe('a message from the hub', () => {
  it('at the first connection sets the feed and the totals, and none of its events count as new', () => {
    expect([ids(current.feed), current.fresh, current.stats]).toEqual([[2, 1], [], stats()])
  })

  // spec: purchase-update
  it('about a purchase updates the totals and puts the purchase on top of the last five', () => {
    const five = [9, 8, 7, 6, 5].map((id) => item(id))
    const before = { stats: stats(five), feed: five }
    const news = { ...totals, totalPurchases: 3, totalRevenue: 53 }
    const after = receiveNews(before, { type: 'purchase_update', data: item(10), totals: news })
    expect(after.stats).toMatchObject(news)
    expect(ids(after.stats?.recentPurchases ?? [])).toEqual([10, 9, 8, 7, 6])
    expect([ids(after.feed)[0], ids(after.fresh), after.live]).toEqual([10, [10], true])
  })

  it('that arrives twice counts once', () => {
    const message: AdminMessage = { type: 'admin-notification', data: item(2, 'refund') }
    expect(receiveNews(current, message)).toMatchObject({ feed: current.feed, fresh: [] })
  })

  it('after an outage reports the missed events, oldest first and not as live', () => {
    const after = receiveNews(current, greeting(item(4), item(3), item(2)))
    expect([ids(after.feed), ids(after.fresh), after.live]).toEqual([[4, 3, 2], [3, 4], false])
  })

  it('with several events at once puts all of them into the feed', () => {
    const feed = [5, 4, 3].map((id) => item(id))
    const after = receiveNews(current, { type: 'admin-update', stats: stats(feed), feed })
    expect([ids(after.feed), ids(after.fresh)]).toEqual([
      [5, 4, 3, 2, 1],
      [3, 4, 5],
    ])
  })
})

describe('the connection', () => {
  const protocol = adminProtocol(7)

  // spec: admin-reconnect
  it('reconnects five seconds after each loss', () => {
    expect([0, 1, 20].map(protocol.delay)).toEqual([5000, 5000, 5000])
  })

  it('identifies the admin and parses only messages of the admin hub', () => {
    expect(protocol.path(null)).toBe('/ws?userId=7&isAdmin=true')
    expect(protocol.hello).toEqual({ type: 'admin-init', userId: 7, isAdmin: true })
    expect(protocol.parse(JSON.stringify(greeting(item(1))))).toEqual(greeting(item(1)))
    for (const other of ['', 'pong', '{"type":"welcome"}', '{"type":"admin-stats"}']) {
      expect(protocol.parse(other)).toBeNull()
    }
  })
})

describe('every kind of event', () => {
  // spec: admin-feed
  it.each(FEED_KINDS)('%s has a sentence, a link to its subject, and lists that it changes', (kind) => {
    const { label, path } = feedIcons[kind]
    const bare = { ...item(1, kind), who: null, product: null, amount: null, about: null }
    expect(label(item(1, kind))).not.toMatch(/undefined|null/)
    expect(label(bare)).not.toMatch(/undefined|null/)
    expect(path(item(1, kind))).toMatch(/^\/secure-management\/(admin-dashboard\?tab=|recovery#findings$)/)
    expect(listsOf(kind).length).toBeGreaterThan(0)
  })
})

describe('open lists', () => {
  it('are refetched at once for the first event, then together, at most every two seconds', () => {
    let now = 0
    const due: { at: number; run: () => void }[] = []
    const timers = new NamedTimers<'keys'>({
      setTimeout: (run, ms) => due.push({ at: now + ms, run }),
      clearTimeout: () => undefined,
      now: () => now,
    })
    const handed: string[][] = []
    const refresh = throttleKeys(timers, 2000, (keys) => handed.push([...keys]))
    refresh(['a'])
    refresh(['b'])
    refresh(['c', 'b'])
    expect(handed).toEqual([['a']])
    now = 2000
    due.shift()?.run()
    expect(handed).toEqual([['a'], ['b', 'c']])
    due.shift()?.run()
    refresh(['d'])
    expect(handed).toEqual([['a'], ['b', 'c'], ['d']])
  })
})
