import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { LiveTotals } from '#shared/feed/contract.ts'
import { toLiveTotals } from '#shared/feed/rules.ts'
import { openDb } from '../worker/db/client.ts'
import { countAll } from '../worker/features/feed/store.ts'
import { aUser, type SignedIn, visitor } from '../worker/testing/clients.ts'
import { patience, sized } from '../worker/testing/depth.ts'
import { evict } from '../worker/testing/evicted.ts'
import { adminsHub, countedRefreshes } from '../worker/testing/hubs.ts'
import { random } from '../worker/testing/random.ts'
import { consume } from '../worker/testing/shop.ts'
import { ShopLife } from '../worker/testing/shop-life.ts'
import { type AdminSocket, shake, until, watch } from '../worker/testing/sockets.ts'
import { FAR_BEHIND, type HubSnapshot, MAX_ADMIN_SOCKETS, MAX_SINGLE_EVENTS } from './admin-hub-rules.ts'

const SCRIPTS = [PREMIUM_ID, LIFETIME_ID]
let admin: SignedIn
beforeAll(async () => {
  admin = await aUser({ admin: true })
})

const open: AdminSocket[] = []
const watching = async (who = admin) => {
  const socket = await watch(who)
  open.push(socket)
  return socket
}
beforeEach(async () => {
  for (const socket of open.splice(0)) socket.close()
  await until(() => true)
})

const refresh = () => adminsHub().refresh()
/** The totals, counted from the source tables. */
const truth = async (): Promise<LiveTotals> => toLiveTotals((await countAll(openDb(env.DB))).counted)
const shown = (socket: AdminSocket): LiveTotals | undefined => {
  if (!socket.stats) return undefined
  const { recentPurchases: _, ...totals } = socket.stats
  return totals
}
const snapshot = () =>
  runInDurableObject(adminsHub(), (_, { storage }) => {
    const [row] = storage.sql.exec<{ body: string }>('SELECT body FROM snapshot').toArray()
    return row ? (JSON.parse(row.body) as HubSnapshot) : null
  })
/** Changes the snapshot while no refresh runs: it would save its own one over the change. */
const keep = (change: HubSnapshot) =>
  runInDurableObject(adminsHub(), async (hub, { storage }) => {
    // A failed refresh of an earlier test may have set the alarm to a moment of this one.
    await storage.deleteAlarm()
    await hub.refresh()
    storage.sql.exec('UPDATE snapshot SET body = ?', JSON.stringify(change))
  })
const received = (socket: AdminSocket) => socket.came.filter(({ type }) => type !== 'admin-stats').length
const lastEvent = async () =>
  (await env.DB.prepare('SELECT max(id) AS id FROM feed_events').first<{ id: number }>())?.id ?? 0

describe('the counters', () => {
  // spec: admin-live-stats
  test(
    'equal D1’s after 10 000 random events, with repeated, concurrent and failed refreshes, and evictions',
    async () => {
      const changes = sized(2_500, 12_500)
      const life = new ShopLife(5, SCRIPTS, changes)
      const dice = random(7)
      const begin = await lastEvent()
      let screen: AdminSocket | null = null
      for (let done = 0; done < changes; done += 60) {
        await life.live(60)
        const roll = dice()
        if (roll < 0.15) await life.liveInVain()
        if (roll < 0.3) await refresh()
        else if (roll < 0.45) await Promise.all([refresh(), refresh(), refresh()])
        else if (roll < 0.55) {
          // Evicted in the middle of a refresh, which may fail with it.
          const lost = refresh().catch(() => undefined)
          await evict(adminsHub()).catch(() => undefined)
          await lost
        } else if (roll < 0.62) {
          screen?.close()
          screen = null
        } else if (roll < 0.8 && !screen) screen = await watching()
        if (screen && dice() < 0.2) {
          await refresh()
          const last = screen
          const expected = await truth()
          await until(() => JSON.stringify(shown(last)) === JSON.stringify(expected))
        }
      }
      expect((await lastEvent()) - begin).toBeGreaterThan(0.8 * changes)
      screen ??= await watching()
      await refresh()
      const last = screen
      const expected = await truth()
      expect((await countAll(openDb(env.DB))).kept).toEqual((await countAll(openDb(env.DB))).counted)
      await until(() => JSON.stringify(shown(last)) === JSON.stringify(expected))
      expect(await snapshot()).toMatchObject({ cursor: await lastEvent() })
      expect(expected.totalRevenue).toBeGreaterThan(0)
      expect(expected.totalSubscriptions).toBeGreaterThan(0)
    },
    patience(60_000),
  )

  test('of a hub that is too far behind are taken from the tables, and the screen gets a new snapshot', async () => {
    const screen = await watching()
    const before = await snapshot()
    if (!before) throw new Error('The hub does not stand')
    await keep({ ...before, cursor: before.cursor - FAR_BEHIND - 1, totals: { ...before.totals, users: 5 } })
    await new ShopLife(11, SCRIPTS, 10, 5_000_000).live(10)
    await refresh()
    await until(() => screen.greetings.length === 2)
    expect(shown(screen)).toEqual(await truth())
    expect(await snapshot()).toMatchObject({ cursor: await lastEvent() })
  })

  test('are taken from tables that were restored to an earlier time', async () => {
    const screen = await watching()
    const before = await snapshot()
    if (!before) throw new Error('The hub does not stand')
    await keep({ ...before, cursor: before.cursor + 40, totals: { ...before.totals, purchases: 1 } })
    await refresh()
    await until(() => screen.greetings.length === 2)
    expect(shown(screen)).toEqual(await truth())
  })

  test('that are wrong are corrected by the hourly alarm, which sends the true values', async () => {
    const screen = await watching()
    const before = await snapshot()
    if (!before) throw new Error('The hub does not stand')
    await keep({
      ...before,
      totals: { ...before.totals, revenueCents: 1 },
      checkedAt: Date.now() - 3_700_000,
    })
    expect(await runDurableObjectAlarm(adminsHub())).toBe(true)
    await until(() => received(screen) === 1)
    expect(shown(screen)).toEqual(await truth())
    // Without an open socket the alarm does nothing and is not set again.
    screen.close()
    await until(() => screen.closed !== null)
    await runDurableObjectAlarm(adminsHub())
    expect(await runDurableObjectAlarm(adminsHub())).toBe(false)
  })
})

describe('a refresh', () => {
  test('ends once its events are sent, however many refreshes are requested meanwhile', async () => {
    await watching()
    const asked = await runInDurableObject(adminsHub(), async (hub) => {
      let ended = false
      const refreshes = [hub.refresh().then(() => (ended = true))]
      for (; !ended && refreshes.length < 60; await env.DB.prepare('SELECT 1').first()) {
        refreshes.push(hub.refresh().then(() => ended))
      }
      await Promise.all(refreshes)
      return refreshes.length
    })
    expect(asked).toBeLessThan(60)
  })
})

describe('new events', () => {
  test('reach every connected admin once, in order, with names and totals', async () => {
    const [one, two] = [await watching(), await watching()]
    const life = new ShopLife(21, SCRIPTS, 10, 6_000_000)
    await life.sell(3)
    const customer = await aUser()
    await Promise.all([refresh(), refresh(), refresh()])
    for (const screen of [one, two]) {
      await until(() => screen.came.at(-1)?.type === 'admin-update' && shown(screen) !== undefined)
      const kinds = screen.came.map(({ type }) => type)
      expect(kinds.filter((type) => type === 'purchase_update')).toHaveLength(3)
      expect(screen.feed[0]).toMatchObject({ kind: 'user_registered', who: customer.username })
      expect(screen.feed[1]).toMatchObject({ kind: 'purchase', product: { name: expect.any(String) } })
      expect(screen.stats?.recentPurchases).toHaveLength(5)
      expect(screen.stats?.recentPurchases.slice(0, 3)).toEqual(screen.feed.slice(1, 4))
      const ids = screen.feed.map(({ id }) => id)
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
      expect(shown(screen)).toEqual(await truth())
    }
    const before = received(one)
    await refresh()
    await refresh()
    expect(received(one)).toBe(before)
  })

  test('of a thousand purchases at once take one call of the hub and at most three frames', async () => {
    const screen = await watching()
    await new ShopLife(31, SCRIPTS, 10, 7_000_000).sell(1000)
    const { bindings, refreshes } = countedRefreshes()
    const { retryMessages } = await consume(Array(100).fill('look'), { queue: 'windfall-feed' }, bindings)
    expect([refreshes(), retryMessages]).toEqual([1, []])
    const expected = await truth()
    await until(() => JSON.stringify(shown(screen)) === JSON.stringify(expected))
    expect(received(screen)).toBeLessThanOrEqual(3)
    expect(Math.max(...screen.texts.map((text) => text.length))).toBeLessThan(64_000)
    expect(screen.feed).toHaveLength(50)
    expect(MAX_SINGLE_EVENTS).toBeLessThan(50)
  })

  test('from a time without connections are in the greeting of the next connection', async () => {
    await new ShopLife(41, SCRIPTS, 10, 8_000_000).sell(2)
    await refresh()
    const screen = await watching()
    expect(screen.feed.slice(0, 2).map(({ kind }) => kind)).toEqual(['purchase', 'purchase'])
    expect(shown(screen)).toEqual(await truth())
    expect(received(screen)).toBe(0)
  })

  test('are sent to sockets that hibernated through an eviction', async () => {
    const screen = await watching()
    await evict(adminsHub(), { webSockets: 'hibernate' })
    await aUser()
    await refresh()
    await until(() => received(screen) === 2)
    expect(screen.feed[0]?.kind).toBe('user_registered')
  })
})

describe('a connection', () => {
  // spec: admin-socket-guard
  test('is accepted only from an admin on the shop’s own pages', async () => {
    const customer = await aUser()
    const address = ({ id }: SignedIn) => ({ query: `?userId=${id}&isAdmin=true` })
    const foreign = { ...address(admin), origin: 'https://evil.example' }
    expect((await shake(visitor(), address(admin))).status).toBe(401)
    expect((await shake(customer, address(customer))).status).toBe(403)
    expect((await shake(customer, address(admin))).status).toBe(403)
    expect((await shake(customer, { query: '?isAdmin=true' })).status).toBe(403)
    expect((await shake(admin, foreign)).status).toBe(403)
    expect((await shake(admin, { ...address(admin), origin: null })).status).toBe(403)
    const around = await adminsHub().fetch('https://hub/connect', { headers: { upgrade: 'websocket' } })
    expect(around.status).toBe(403)
  })

  // spec: admin-socket-messages, socket-is-admin
  test('receives no events before admin-init, and is closed for another identity or an invalid message', async () => {
    const [lying, mute, talking] = [await watching(), await watching(), await watching()]
    lying.say({ type: 'admin-init', userId: admin.id + 1, isAdmin: true })
    talking.sayRaw('{"type":"admin-all"}')
    await until(() => lying.closed !== null && talking.closed !== null)
    expect([lying.closed?.code, talking.closed?.code]).toEqual([1008, 1008])
    mute.sayRaw('ping')
    mute.say({ type: 'ping', timestamp: 1 })
    await until(() => mute.texts.includes('pong') && mute.came.some(({ type }) => type === 'pong'))
    expect(mute.closed).toBeNull()

    const response = await shake(admin, { query: '?isAdmin=true' })
    const silent = response.webSocket
    const heard: unknown[] = []
    silent?.addEventListener('message', ({ data }) => heard.push(data))
    silent?.accept()
    await aUser()
    await refresh()
    await until(() => mute.feed[0]?.kind === 'user_registered' && received(mute) > 0)
    expect(heard).toEqual([])
    silent?.close()
  })

  // spec: admin-socket-guard
  test.each([
    ['is no admin any more', 'UPDATE users SET is_admin = 0 WHERE id = ?'],
    ['was deactivated', 'UPDATE users SET deactivated_at = 1 WHERE id = ?'],
    ['was logged out', 'DELETE FROM sessions WHERE user_id = ?'],
    ['has a session that ran out', 'UPDATE sessions SET expire = 1 WHERE user_id = ?'],
  ])('whose owner %s is closed before the next event is sent', async (_, change) => {
    const former = await aUser({ admin: true })
    const [theirs, ours] = [await watching(former), await watching()]
    await env.DB.batch([
      env.DB.prepare(change).bind(former.id),
      env.DB.prepare(
        "INSERT INTO contact_messages (first_name, last_name, email, subject, message, created_at) VALUES ('A', 'B', 'c@mail.test', 'Secret', '.', 1)",
      ),
    ])
    const before = theirs.texts.length
    await refresh()
    await until(() => theirs.closed !== null && ours.feed[0]?.about === 'Secret')
    expect(theirs.closed?.code).toBe(4001)
    expect(theirs.texts.length).toBe(before)
  })

  test('is closed soon after its owner logs out', async () => {
    const former = await aUser({ admin: true })
    const socket = await watching(former)
    expect((await former.post('/api/auth/logout')).status).toBe(200)
    // The logout request queued a refresh, during which the hub closes the socket.
    for (let wait = 0; wait < 100 && !socket.closed; wait++) await scheduler.wait(100)
    expect(socket.closed?.code).toBe(4001)
  })

  test('beyond the maximum closes the oldest one', async () => {
    const sockets: AdminSocket[] = []
    for (let n = 0; n < MAX_ADMIN_SOCKETS + 1; n++) sockets.push(await watching())
    await until(() => sockets[0]?.closed !== null)
    expect(sockets.filter(({ closed }) => closed !== null)).toHaveLength(1)
  })
})

describe('the last seen event', () => {
  const seenOf = (socket: AdminSocket) => socket.greetings.at(-1)?.seen

  test('is stored per admin and tab, across reloads and evictions; on a first visit all events count as seen', async () => {
    const [admin, other] = [await aUser({ admin: true }), await aUser({ admin: true })]
    const first = await watch(admin)
    open.push(first)
    const began = seenOf(first)?.rest ?? 0
    expect(seenOf(first)).toEqual({ rest: await lastEvent() })
    await new ShopLife(17, SCRIPTS, 20, 90_000_000).live(20)
    await refresh()
    const last = await lastEvent()
    expect(last).toBeGreaterThan(began)
    first.say({ type: 'admin-seen', tab: 'orders', id: last })
    first.say({ type: 'admin-seen', tab: 'orders', id: last - 1 })
    first.say({ type: 'ping' })
    await until(() => first.came.some(({ type }) => type === 'pong'))
    first.close()
    await evict(adminsHub())

    const again = await watch(admin)
    open.push(again)
    expect(seenOf(again)).toEqual({ rest: began, orders: last })
    const stranger = await watch(other)
    open.push(stranger)
    expect(seenOf(stranger)).toEqual({ rest: last })
  })
})
