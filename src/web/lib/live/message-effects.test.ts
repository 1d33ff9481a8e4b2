import { describe, expect, it } from 'vitest'
import {
  type Notification,
  notificationSchema,
  type ServerMessage,
  type UserMessage,
} from '#shared/notifications/contract.ts'
import { changeKept } from '#shared/notifications/rules.ts'
import { nameItems, receive } from './message-effects.ts'

const note = (id: string, rest: Partial<Notification> = {}): Notification => ({
  id,
  title: `Title ${id}`,
  message: `Message ${id}`,
  type: 'info',
  timestamp: '2026-11-01T00:00:00.000Z',
  read: false,
  ...rest,
})
const message = (content: UserMessage, seq = 1): ServerMessage => ({ ...content, seq })
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
  ...['/api/user/profile', '/api/recalls'],
]

// spec: purchase-completed
describe('a live message', () => {
  it('puts a notification on top, plays the sound and shows it for five seconds', () => {
    const { notifications, effects } = receive([note('old')], news(note('new')))
    expect(ids(notifications)).toEqual(['new', 'old'])
    expect(effects).toEqual([
      { type: 'sound', id: 'new' },
      { type: 'toast', title: 'Title new', description: 'Message new', tone: 'default', duration: 5000 },
    ])
  })

  // spec: notification-limits
  it('leaves at most twenty notifications and none twice', () => {
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
  ] as const)('of type %s reloads only the changed data', (_, content, keys) => {
    expect(receive([], message(content)).effects).toEqual([{ type: 'refresh', keys }])
  })

  // spec: socket-messages
  it('of type dashboard_refresh reloads everything and shows a toast for three seconds', () => {
    expect(receive([], message({ type: 'dashboard_refresh' })).effects).toEqual([
      { type: 'refresh', keys: everyKey },
      { type: 'toast', title: 'Dashboard Updated', tone: 'default', duration: 3000, isMinor: true },
    ])
  })

  it('about a recall also asks again for the recalls to confirm and for the viewer’s products', () => {
    const { effects } = receive([], news(note('recall-7-1790000000000')))
    expect(effects.at(-1)).toEqual({ type: 'refresh', keys: ['/api/recalls', '/api/my-products'] })
    expect(receive([], news(note('release-7'))).effects.map(({ type }) => type)).toEqual(['sound', 'toast'])
  })

  it('of type welcome replaces the list, and reloads everything if the hub’s log was incomplete', () => {
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
    'of type welcome, with the last change %s (%d ms ago), reloads the page’s data only if they may be old',
    (_, quietMs, pageAgeMs, reloads) => {
      const { effects } = receive([], welcome(true, quietMs), pageAgeMs)
      expect(effects).toEqual(reloads ? [{ type: 'refresh', keys: everyKey }] : [])
    },
  )
})

describe('changes of the list by the reader', () => {
  const kept = [note('a'), note('b')]
  it('mark, dismiss and clear notifications at once', () => {
    expect(changeKept(kept, { type: 'mark_read', id: 'b' }).map(({ read }) => read)).toEqual([false, true])
    expect(changeKept(kept, { type: 'mark_all_read' }).every(({ read }) => read)).toBe(true)
    expect(ids(changeKept(kept, { type: 'dismiss', id: 'a' }))).toEqual(['b'])
    expect(changeKept(kept, { type: 'clear' })).toEqual([])
  })

  it('wait for the connection as changes of single items, so that later notifications are not affected', () => {
    const some = [note('a', { read: true }), note('b')]
    expect(nameItems(some, { type: 'mark_all_read' })).toEqual([{ type: 'mark_read', id: 'b' }])
    expect(nameItems(some, { type: 'clear' })).toEqual([
      { type: 'dismiss', id: 'a' },
      { type: 'dismiss', id: 'b' },
    ])
    expect(nameItems(some, { type: 'dismiss', id: 'a' })).toEqual([{ type: 'dismiss', id: 'a' }])
  })
})

describe('a notification', () => {
  // spec: notification-defaults
  it('has the specification’s default for each missing field', () => {
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
