import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { DAY, HOUR } from '#shared/core/time.ts'
import { MAX_MESSAGE_BYTES } from '../worker/providers/hubs.ts'
import type { Client, SignedIn } from '../worker/testing/clients.ts'
import { aUser } from '../worker/testing/clients.ts'
import { stopClock } from '../worker/testing/clock.ts'
import { patience, runs } from '../worker/testing/depth.ts'
import { evict } from '../worker/testing/evicted.ts'
import { aNotification, hubOf, pushTo, readHub } from '../worker/testing/hubs.ts'
import { connect, type Socket, until } from '../worker/testing/sockets.ts'
import { KEY_MEMORY_MS, MAX_SOCKETS } from './user-hub-rules.ts'

const push = (user: SignedIn, key: string) => pushTo(user.id, key, aNotification(key))
const keysOf = async (user: SignedIn) =>
  runInDurableObject(await hubOf(user.id), (_, { storage }) =>
    storage.sql
      .exec<{ key: string }>('SELECT key FROM pushed ORDER BY key')
      .toArray()
      .map(({ key }) => key),
  )
const idsOf = (socket: Socket) =>
  socket.came.flatMap((one) => (one.type === 'notification' ? [one.data.id] : []))

describe('a push', () => {
  // invariant: notification-once
  // spec: socket-messages
  test('reaches every socket of its user and no other socket, and a repeated key changes nothing', async () => {
    const [user, other] = [await aUser(), await aUser()]
    const [one, two, foreign] = [await connect(user), await connect(user), await connect(other)]
    expect(one.welcome).toEqual({
      type: 'welcome',
      seq: 0,
      notifications: [],
      complete: true,
      quietMs: null,
    })
    await Promise.all(Array.from({ length: 5 }, () => push(user, 'a')))
    await push(user, 'b')
    await push(user, 'a')
    await until(() => one.seqs.length >= 2 && two.seqs.length >= 2)
    for (const socket of [one, two])
      expect([socket.seqs, idsOf(socket)]).toEqual([
        [1, 2],
        ['a', 'b'],
      ])
    expect(foreign.seqs).toEqual([])
    const { kept, log } = await readHub(user.id)
    expect([kept.map(({ id }) => id), log.length]).toEqual([['b', 'a'], 2])
    expect((await connect(user)).welcome).toMatchObject({ seq: 2, complete: true, notifications: kept })
    const { quietMs } = (await connect(user)).welcome ?? {}
    expect(quietMs).toBeGreaterThanOrEqual(0)
    expect(quietMs).toBeLessThan(30_000)
    // A hub that is older than its table of keys does not know the time of the last push.
    await runInDurableObject(await hubOf(user.id), (_, { storage }) => {
      storage.sql.exec('DELETE FROM pushed')
    })
    expect((await connect(user)).welcome?.quietMs).toBe(0)
  })

  // spec: socket-messages
  test('sends each message as it is, with its number beside its type', async () => {
    const user = await aUser()
    const socket = await connect(user)
    const news = aNotification('a')
    await pushTo(
      user.id,
      'all',
      news,
      { type: 'purchase_completed', data: { paymentId: 7, productId: 2 } },
      { type: 'subscription_created', data: { productId: 2 } },
      { type: 'dashboard_refresh' },
    )
    await until(() => socket.seqs.length === 4)
    if (news.type !== 'notification') throw new Error('Not a notification')
    const { data, timestamp } = news
    expect(socket.came.slice(1)).toEqual([
      { type: 'notification', seq: 1, data, timestamp },
      { type: 'purchase_completed', seq: 2, data: { paymentId: 7, productId: 2 } },
      { type: 'subscription_created', seq: 3, data: { productId: 2 } },
      { type: 'dashboard_refresh', seq: 4 },
    ])
  })

  test('of several messages is numbered in their order, and the bell keeps the twenty newest', async () => {
    const user = await aUser()
    const socket = await connect(user)
    const all = Array.from({ length: 30 }, (_, n) => aNotification(`n${n}`))
    await pushTo(user.id, 'many', ...all, { type: 'dashboard_refresh' })
    await until(() => socket.seqs.length === 31)
    expect(socket.seqs).toEqual(Array.from({ length: 31 }, (_, n) => n + 1))
    const late = await connect(user)
    expect(late.welcome?.notifications.map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, n) => `n${29 - n}`),
    )
    expect(late.seqs).toEqual([])
  })
})

describe('a key that was pushed before', () => {
  test('changes nothing after 300 other messages, an eviction and an hour', async () => {
    const user = await aUser()
    await push(user, 'first')
    for (let n = 0; n < 60; n++)
      await pushTo(user.id, `more-${n}`, ...Array.from({ length: 5 }, (_, k) => aNotification(`${n}-${k}`)))
    await evict(await hubOf(user.id))
    stopClock(Date.now() + HOUR)
    const before = await readHub(user.id)
    const socket = await connect(user, { query: '?after=301' })
    await push(user, 'first')
    await push(user, 'last')
    await until(() => socket.seqs.length === 1)
    expect([socket.seqs, idsOf(socket)]).toEqual([[302], ['last']])
    expect((await readHub(user.id)).kept.map(({ id }) => id)).toEqual([
      'last',
      ...before.kept.slice(0, 19).map(({ id }) => id),
    ])
  })

  test('is stored as long as it is repeated, and deleted a month after its last push', async () => {
    const user = await aUser()
    const known = async () => (await keysOf(user)).includes('slow')
    const begin = Date.now()
    await push(user, 'slow')
    for (let day = 20; day <= 100; day += 20) {
      stopClock(begin + day * DAY)
      await push(user, 'slow')
      await push(user, `day-${day}`)
      expect(await known()).toBe(true)
    }
    expect((await readHub(user.id)).kept.filter(({ id }) => id === 'slow')).toHaveLength(1)
    stopClock(begin + 100 * DAY + KEY_MEMORY_MS + 1)
    await push(user, 'later')
    expect(await keysOf(user)).toEqual(['later'])
  })

  test('to a hub without a table of keys changes nothing either', async () => {
    const user = await aUser()
    await push(user, 'old')
    await runInDurableObject(await hubOf(user.id), (_, { storage }) => {
      storage.sql.exec('DROP TABLE pushed')
    })
    await evict(await hubOf(user.id))
    await push(user, 'old')
    expect((await readHub(user.id)).log).toHaveLength(1)
  })
})

describe('the hub of a deleted account', () => {
  test('stores nothing that is pushed after the deletion, also after an eviction, and closes new connections', async () => {
    const user = await aUser()
    await push(user, 'before')
    const open = await connect(user)
    await (await hubOf(user.id)).purge()
    await until(() => open.closed !== null)
    await push(user, 'after')
    await evict(await hubOf(user.id))
    await push(user, 'before')
    expect(await readHub(user.id)).toEqual({ kept: [], log: [] })
    expect(await keysOf(user)).toEqual([])

    // The session of this connection was checked just before the deletion.
    const late = await connect(user, { greeted: false })
    await until(() => late.closed !== null)
    expect([late.closed?.code, late.welcome]).toEqual([4001, undefined])
  })

  test('works again after the tables were restored to a time when the account existed', async () => {
    const user = await aUser()
    await (await hubOf(user.id)).purge()
    stopClock(Date.now() + 2 * HOUR)
    const socket = await connect(user)
    await push(user, 'a')
    await until(() => socket.seqs.length === 1)
    expect((await readHub(user.id)).kept).toHaveLength(1)
  })
})

describe('a reconnect', () => {
  test.each(['hibernate', 'close'] as const)(
    'after an eviction (%s) sends exactly the missed messages, in order, once',
    async (webSockets) => {
      const user = await aUser()
      const first = await connect(user)
      for (const key of ['a', 'b', 'c']) await push(user, key)
      await until(() => first.seqs.length === 3)
      await evict(await hubOf(user.id), { webSockets })
      for (const key of ['d', 'e']) await push(user, key)
      if (webSockets === 'hibernate') {
        await until(() => first.seqs.length === 5)
        expect(idsOf(first)).toEqual(['a', 'b', 'c', 'd', 'e'])
      } else await until(() => first.closed !== null)

      await push(user, 'a')
      const again = await connect(user, { query: '?after=2' })
      await until(() => again.seqs.length === 3)
      expect(again.welcome).toMatchObject({ seq: 2, complete: true })
      expect([again.seqs, idsOf(again)]).toEqual([
        [3, 4, 5],
        ['c', 'd', 'e'],
      ])
      expect((await connect(user, { query: '?after=5' })).seqs).toEqual([])
    },
  )

  test('after too many missed messages, or with an unknown number, reports that messages are missing', async () => {
    const user = await aUser()
    for (let n = 0; n < 41; n++)
      await pushTo(user.id, `batch-${n}`, ...Array.from({ length: 5 }, (_, k) => aNotification(`${n}-${k}`)))
    const [tooLong, justInTime, foreign] = await Promise.all(
      [4, 5, 999].map((since) => connect(user, { query: `?after=${since}` })),
    )
    expect(tooLong?.welcome).toMatchObject({ seq: 205, complete: false })
    expect(foreign?.welcome).toMatchObject({ seq: 205, complete: false })
    await until(() => justInTime?.seqs.length === 200)
    expect(justInTime?.seqs).toEqual(Array.from({ length: 200 }, (_, n) => n + 6))
    expect([tooLong?.seqs, foreign?.seqs]).toEqual([[], []])
    expect((await readHub(user.id)).log).toHaveLength(200)
  })

  test(
    'in any sequence of connects, drops, evictions and pushes loses and repeats no message and keeps their order',
    async () => {
      const steps = fc.array(
        fc.oneof(
          {
            weight: 4,
            arbitrary: fc.record({ do: fc.constant('push' as const), count: fc.integer({ min: 1, max: 4 }) }),
          },
          { weight: 2, arbitrary: fc.constant({ do: 'connect' as const }) },
          { weight: 1, arbitrary: fc.constant({ do: 'drop' as const }) },
          { weight: 1, arbitrary: fc.constant({ do: 'hibernate' as const }) },
          { weight: 1, arbitrary: fc.constant({ do: 'close' as const }) },
          { weight: 1, arbitrary: fc.constant({ do: 'repeat' as const }) },
        ),
        { minLength: 5, maxLength: 25 },
      )
      await fc.assert(
        fc.asyncProperty(steps, async (plan) => {
          const user = await aUser()
          const pushed: string[] = []
          const screen: string[] = []
          let seen = 0
          let open = null as Socket | null
          /** Handles received messages as a browser does: keeps new ones and stores the last number. */
          const drain = () => {
            for (const one of open?.came.splice(0) ?? []) {
              if (one.type !== 'notification') continue
              expect(one.seq, 'a gap').toBeLessThanOrEqual(seen + 1)
              if (one.seq <= seen) continue
              seen = one.seq
              screen.push(one.data.id)
            }
          }
          const reconnect = async () => {
            drain()
            open?.close()
            open = await connect(user, { query: `?after=${seen}` })
            expect(open.welcome?.complete).toBe(true)
          }
          for (const step of plan) {
            if (step.do === 'push') {
              const ids = Array.from({ length: step.count }, (_, n) => `p${pushed.length + n}`)
              await pushTo(user.id, `push-${pushed.length}`, ...ids.map(aNotification))
              pushed.push(...ids)
            } else if (step.do === 'repeat')
              await pushTo(user.id, 'push-0', ...pushed.slice(0, 1).map(aNotification))
            else if (step.do === 'connect') await reconnect()
            else if (step.do === 'drop') {
              drain()
              open?.close()
              open = null
            } else {
              drain()
              await evict(await hubOf(user.id), { webSockets: step.do }).catch(() => undefined)
              if (step.do === 'close') open = null
            }
          }
          await reconnect()
          await until(() => {
            drain()
            return seen === pushed.length
          })
          expect(screen).toEqual(pushed)
        }),
        runs(3),
      )
    },
    patience(60_000),
  )
})

describe('a page of an older version, which resumes with `since`', () => {
  test('is told to load its data again on each change, and gets no message that it would not understand', async () => {
    const user = await aUser()
    await push(user, 'a')
    const [older, newer] = [
      await connect(user, { query: '?since=1' }),
      await connect(user, { query: '?after=1' }),
    ]
    await push(user, 'b')
    await until(() => older.came.length === 2 && newer.seqs.length === 1)
    const [before, after] = older.came
    expect(before).toMatchObject({ type: 'welcome', seq: 1, complete: false })
    expect(after).toMatchObject({
      type: 'welcome',
      seq: 2,
      complete: false,
      notifications: [{ id: 'b' }, {}],
    })
    expect(newer.came.map(({ type }) => type)).toEqual(['welcome', 'notification'])
  })
})

describe('the bell', () => {
  test('changes on every screen when one screen reads, dismisses or clears notifications', async () => {
    const user = await aUser()
    const [phone, desk] = [await connect(user), await connect(user)]
    for (const key of ['a', 'b', 'c']) await push(user, key)
    const shows = async (wanted: [string, boolean][]) => {
      for (const screen of [phone, desk]) {
        await until(
          () => JSON.stringify(screen.bell?.map(({ id, read }) => [id, read])) === JSON.stringify(wanted),
        )
      }
    }
    phone.say({ type: 'mark_read', id: 'b' })
    await shows([
      ['c', false],
      ['b', true],
      ['a', false],
    ])
    desk.say({ type: 'dismiss', id: 'c' })
    await shows([
      ['b', true],
      ['a', false],
    ])
    phone.say({ type: 'mark_all_read' })
    await shows([
      ['b', true],
      ['a', true],
    ])
    desk.say({ type: 'clear' })
    await shows([])
    await evict(await hubOf(user.id))
    expect((await connect(user)).welcome?.notifications).toEqual([])
  })
})

describe('a connection', () => {
  // spec: socket-init
  test('answers pings, a plain "ping" without waking the hub', async () => {
    const user = await aUser()
    const socket = await connect(user)
    socket.say({ type: 'ping', timestamp: 1 })
    await until(() => socket.came.some(({ type }) => type === 'pong'))
    const answeredAt = async () =>
      runInDurableObject(await hubOf(user.id), (_, state) =>
        state.getWebSockets().map((one) => state.getWebSocketAutoResponseTimestamp(one)?.getTime() ?? null),
      )
    expect(await answeredAt()).toEqual([null])
    socket.sayRaw('ping')
    await until(() => socket.texts.includes('pong'))
    expect(await answeredAt()).toEqual([expect.any(Number)])
    expect(socket.closed).toBeNull()
  })

  test('that is idle and pings never wakes its hub', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => aUser()))
    const sockets = (
      await Promise.all(users.map((user) => Promise.all([connect(user), connect(user)])))
    ).flat()
    for (const user of users) {
      await push(user, 'before')
      await evict(await hubOf(user.id), { webSockets: 'hibernate' })
    }
    // Hubs of other tests may wake meanwhile (a late message of a queue, say), so each is counted by its id.
    const constructed: string[] = []
    const hubs = await Promise.all(users.map(({ id }) => hubOf(id)))
    const ids = hubs.map((hub) => hub.id.toString())
    const ofThese = () => constructed.filter((id) => ids.includes(id))
    const state = await runInDurableObject(await hubOf((await aUser()).id), (_, ctx) =>
      Object.getPrototypeOf(ctx),
    )
    const original = state.setWebSocketAutoResponse
    const spy = vi.spyOn(state, 'setWebSocketAutoResponse').mockImplementation(function (
      this: DurableObjectState,
      pair: unknown,
    ) {
      constructed.push(this.id.toString())
      return original.call(this, pair)
    })
    try {
      for (let round = 1; round <= 20; round += 1) {
        for (const socket of sockets) socket.sayRaw('ping')
        await until(() =>
          sockets.every(({ texts }) => texts.filter((text) => text === 'pong').length === round),
        )
      }
      expect(ofThese()).toEqual([])
      for (const hub of hubs) {
        expect(await runInDurableObject(hub, (_, { storage }) => storage.getAlarm())).toBeNull()
      }
      expect(ofThese()).toEqual(ids)
    } finally {
      spy.mockRestore()
    }
  })

  // spec: socket-is-admin
  test('that claims another identity, or sends an invalid message, is closed; others stay open', async () => {
    const [user, admin] = [await aUser(), await aUser({ admin: true })]
    const lies: ((socket: Socket) => void)[] = [
      (socket) => socket.say({ type: 'init', userId: user.id + 1 }),
      (socket) => socket.say({ type: 'init', userId: user.id, isAdmin: true }),
      (socket) => socket.sayRaw('{"type":"notification"}'),
      (socket) => socket.sayRaw('{"type":"init","userId":"1 or 1=1"}'),
      (socket) => socket.sayRaw('not json'),
      (socket) => socket.sayRaw(''),
      (socket) => socket.sayRaw(new ArrayBuffer(8)),
      (socket) => socket.sayRaw(JSON.stringify({ type: 'dismiss', id: 'x'.repeat(MAX_MESSAGE_BYTES) })),
    ]
    for (const lie of lies) {
      const socket = await connect(user)
      lie(socket)
      await until(() => socket.closed !== null)
      expect(socket.closed?.code, String(lie)).toBe(1008)
    }
    for (const [who, isAdmin] of [
      [user, false],
      [user, undefined],
      [admin, true],
      [admin, false],
    ] as const) {
      const socket = await connect(who)
      socket.say({ type: 'init', userId: who.id, isAdmin })
      await push(who, `hello-${isAdmin}`)
      await until(() => socket.seqs.length === 1)
      expect(socket.closed).toBeNull()
    }
  })

  test('is closed when its session ends; connections of other sessions stay open', async () => {
    const user = await aUser()
    const elsewhere: Client = user.again()
    elsewhere.cookies.clear()
    const login = { username: user.username, password: user.password }
    expect((await elsewhere.post('/api/auth/login', login)).status).toBe(200)
    const [here, hereToo, there] = [await connect(user), await connect(user), await connect(elsewhere)]
    expect((await user.post('/api/auth/logout')).status).toBe(200)
    await until(() => here.closed !== null && hereToo.closed !== null)
    expect([here.closed?.code, hereToo.closed?.code]).toEqual([4001, 4001])
    await push(user, 'a')
    await until(() => there.seqs.length === 1)
    expect([there.closed, here.seqs]).toEqual([null, []])
  })

  test('whose session has expired receives no message and is closed when it sends one', async () => {
    const user = await aUser()
    const expires = Date.now() + 400
    await env.DB.prepare('UPDATE sessions SET expire = ? WHERE user_id = ?').bind(expires, user.id).run()
    const [listening, talking] = [await connect(user), await connect(user)]
    await scheduler.wait(expires - Date.now() + 20)
    talking.say({ type: 'clear' })
    await until(() => talking.closed !== null)
    await push(user, 'secret')
    await until(() => listening.closed !== null)
    expect([listening.closed?.code, talking.closed?.code]).toEqual([4001, 4001])
    expect([listening.seqs, talking.seqs]).toEqual([[], []])
  })

  test('beyond the maximum closes the oldest one, so that a user can always connect', async () => {
    const user = await aUser()
    const sockets: Socket[] = []
    for (let n = 0; n < MAX_SOCKETS + 2; n++) sockets.push(await connect(user))
    await until(() => sockets.filter(({ closed }) => closed !== null).length === 2)
    expect(sockets.flatMap(({ closed }, n) => (closed ? [n] : []))).toEqual([0, 1])
    await push(user, 'a')
    await until(() => sockets.slice(2).every(({ seqs }) => seqs.length === 1))
  })

  test('without a checked session is refused by the hub itself', async () => {
    const hub = await hubOf((await aUser()).id)
    const response = await hub.fetch('https://hub/connect', { headers: { upgrade: 'websocket' } })
    expect(response.status).toBe(403)
  })
})
