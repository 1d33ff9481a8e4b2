import { describe, expect, it } from 'vitest'
import {
  type Notification,
  notificationSchema,
  type ServerMessage,
  type UserMessage,
} from '#shared/notifications/contract.ts'
import { changeKept } from '#shared/notifications/rules.ts'
import { acceptSeq, nameItems, receive, reconnectDelay } from './live-rules.ts'

const note = (id: string, rest: Partial<Notification> = {}): Notification => ({
  id,
  title: `Title ${id}`,
  message: `Message ${id}`,
  type: 'info',
  timestamp: '2026-11-01T00:00:00.000Z',
  read: false,
  ...rest,
})
const message = (content: UserMessage, seq = 1): ServerMessage => ({ type: 'message', seq, message: content })
const news = (item: Notification) => message({ type: 'notification', data: item, timestamp: item.timestamp })
const welcome = (complete: boolean, quietMs: number | null = 0): ServerMessage => ({
  type: 'welcome',
  seq: 5,
  notifications: [note('kept')],
  complete,
  quietMs,
})
const ids = (list: readonly Notification[]) => list.map(({ id }) => id)

const everyKey = [
  ...['/api/user/purchases', '/api/user/subscriptions', '/api/my-products'],
  ...['/api/user/licences', '/api/user/referrals', '/api/user/referral-stats'],
  '/api/user/profile',
]

// spec: purchase-completed
describe('what a live message does', () => {
  it('puts a notification on top, plays the sound and shows it for five seconds', () => {
    const { notifications, effects } = receive([note('old')], news(note('new')))
    expect(ids(notifications)).toEqual(['new', 'old'])
    expect(effects).toEqual([
      { type: 'sound', id: 'new' },
      { type: 'toast', title: 'Title new', description: 'Message new', tone: 'default', duration: 5000 },
    ])
  })

  // spec: notification-limits
  it('keeps twenty at most and never the same one twice', () => {
    const full = Array.from({ length: 20 }, (_, at) => note(`n${at}`))
    expect(ids(receive(full, news(note('new'))).notifications)).toEqual(['new', ...ids(full.slice(0, 19))])
    const known = [note('a', { read: true })]
    expect(receive(known, news(note('a'))).notifications).toBe(known)
  })

  it.each([
    [
      'purchase_completed',
      { type: 'purchase_completed', data: { paymentId: 1, productId: 2 } },
      ['/api/user/purchases', '/api/my-products'],
    ],
    [
      'subscription_created',
      { type: 'subscription_created', data: { productId: 2 } },
      ['/api/user/subscriptions', '/api/my-products'],
    ],
  ] as const)('reloads after %s only what it changed', (_, content, keys) => {
    expect(receive([], message(content)).effects).toEqual([{ type: 'refresh', keys }])
  })

  // spec: socket-messages
  it('reloads everything on dashboard_refresh and says so for three seconds', () => {
    expect(receive([], message({ type: 'dashboard_refresh' })).effects).toEqual([
      { type: 'refresh', keys: everyKey },
      { type: 'toast', title: 'Dashboard Updated', tone: 'default', duration: 3000, isMinor: true },
    ])
  })

  it('takes the list of a welcome, and reloads everything where the log did not reach back far enough', () => {
    expect(receive([note('stale')], welcome(true))).toEqual({ notifications: [note('kept')], effects: [] })
    const everything = [{ type: 'refresh', keys: everyKey }]
    expect(receive([], welcome(false)).effects).toEqual(everything)
  })

  it.each([
    ['before the page began to load', 60_000, 2000, false],
    ['since the page began to load', 1999, 2000, true],
    ['seconds before the page began to load', 11_000, 2000, true],
    ['never', null, 2000, false],
  ])(
    'where the last change came %s, the first welcome after %d ms reloads what the page shows or not',
    (_, quietMs, pageAgeMs, reloads) => {
      const { effects } = receive([], welcome(true, quietMs), pageAgeMs)
      expect(effects).toEqual(reloads ? [{ type: 'refresh', keys: everyKey }] : [])
    },
  )
})

describe('which messages count', () => {
  it('drops what was seen before and remembers the last number', () => {
    expect(acceptSeq(null, message({ type: 'dashboard_refresh' }, 7))).toEqual({ seen: 7 })
    expect(acceptSeq(7, message({ type: 'dashboard_refresh' }, 7))).toBeNull()
    expect(acceptSeq(7, message({ type: 'dashboard_refresh' }, 6))).toBeNull()
    expect(acceptSeq(7, message({ type: 'dashboard_refresh' }, 9))).toEqual({ seen: 9 })
  })

  it('follows the welcome also backwards, and leaves the number alone otherwise', () => {
    expect(acceptSeq(9, welcome(false))).toEqual({ seen: 5 })
    expect(acceptSeq(9, { type: 'notifications', notifications: [] })).toEqual({ seen: 9 })
  })
})

describe('what the reader does to the list', () => {
  const kept = [note('a'), note('b')]
  it('marks, dismisses and clears at once', () => {
    expect(changeKept(kept, { type: 'mark_read', id: 'b' }).map(({ read }) => read)).toEqual([false, true])
    expect(changeKept(kept, { type: 'mark_all_read' }).every(({ read }) => read)).toBe(true)
    expect(ids(changeKept(kept, { type: 'dismiss', id: 'a' }))).toEqual(['b'])
    expect(changeKept(kept, { type: 'clear' })).toEqual([])
  })

  it('waits for the connection item by item, so that nothing unseen is read or cleared later', () => {
    const some = [note('a', { read: true }), note('b')]
    expect(nameItems(some, { type: 'mark_all_read' })).toEqual([{ type: 'mark_read', id: 'b' }])
    expect(nameItems(some, { type: 'clear' })).toEqual([
      { type: 'dismiss', id: 'a' },
      { type: 'dismiss', id: 'b' },
    ])
    expect(nameItems(some, { type: 'dismiss', id: 'a' })).toEqual([{ type: 'dismiss', id: 'a' }])
  })
})

it('waits a second, half as long again each time, and never more than thirty seconds', () => {
  expect([0, 1, 2, 3].map(reconnectDelay)).toEqual([1000, 1500, 2250, 3375])
  expect(reconnectDelay(8)).toBeCloseTo(25_628.9, 1)
  expect([9, 10, 500].map(reconnectDelay)).toEqual([30_000, 30_000, 30_000])
})

describe('a notification', () => {
  // spec: notification-defaults
  it('has the words of the specification where a field is missing', () => {
    const item = { id: 'a', timestamp: '2026-11-01T00:00:00.000Z' }
    expect(notificationSchema.parse(item)).toEqual({
      ...item,
      title: 'Notification',
      message: 'You have a new notification',
      type: 'info',
      read: false,
    })
    expect(notificationSchema.parse({ ...item, type: 'unheard-of' }).type).toBe('info')
  })
})
