// The live connection: a notice's way to the open tab, idle tabs, and all tabs coming back after a deployment. Beside it, in
// the same run, a bare Durable Object, the same after one D1 batch, and socket.io, which writes nothing.
import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { addUsers } from './accounts.ts'
import { WRITTEN, withBareObject } from './bare-object.ts'
import type { Figure, Section } from './figures.ts'
import { barePeer, type LiveUser, SHOP, socketIoPeer, Tabs } from './live-tabs.ts'
import { withShop } from './measured-shop.ts'
import { withSocketIo } from './socket-io.ts'

const USERS = 1000
const TABS_OF_A_USER = 10
/** One workerd has 2 open files for each connection, and 3 for each object: with 10 000 tabs more than many machines allow. */
const SHOPS = 2
/** Between two requests: far below what the machine can do, so that the time is not that of a queue. */
const PACE_MS = 10
const RECONNECT_WITHIN_MS = 10_000
const IDLE_TABS = 200
const IDLE_SECONDS = 10
/** workerd evicts an object that was idle for ten seconds. */
const EVICTED_AFTER_MS = 12_000
/** Times of a notice and of its longest hundredth, as multiples of a bare object's. */
const MOST = 2.5

type Kind = 'shop' | 'bare' | 'batch' | 'socketIo'
const KINDS = ['shop', 'bare', 'batch', 'socketIo'] as const
type Spread = { p50: number; p99: number }

export async function measure(port: number): Promise<Section> {
  checkOpenFiles()
  const loadBefore = loadavg()[0] ?? Number.NaN
  const figures = await withUsers(port, SHOPS, (users) =>
    withSocketIo(users, async (socketIo) => {
      const tabs: Record<Kind, Tabs> = {
        shop: new Tabs(SHOP),
        bare: new Tabs(barePeer('only pushes')),
        batch: new Tabs(barePeer('writes')),
        socketIo: new Tabs(socketIoPeer(socketIo)),
      }
      await warmUp(tabs, users)
      const pushed = await pushes(tabs, users)
      const idle = await idleFigure(tabs.shop, users)
      for (const kind of KINDS) tabs[kind].dropAll()
      return [...pushed, idle, ...(await reconnects(tabs, users))]
    }),
  )
  return {
    title: 'The live connection',
    how: `From the request to the message in the open tab of ${USERS} users, as a multiple of a bare Durable Object’s push; the shop’s notice is a row of the database and of the hub first. Then ${USERS * TABS_OF_A_USER} tabs come back within ${RECONNECT_WITHIN_MS / 1000} seconds. The machine’s load before was ${loadBefore.toFixed(1)}.`,
    figures,
  }
}

/** Starts so many more shops, each with its share of the users, and calls `work` with the users of all, in turns. */
async function withUsers<Result>(
  port: number,
  shops: number,
  work: (users: LiveUser[]) => Promise<Result>,
  before: readonly LiveUser[] = [],
): Promise<Result> {
  if (shops === 0)
    return work(
      before.map((_, at) => before[(at % SHOPS) * (USERS / SHOPS) + Math.floor(at / SHOPS)] as LiveUser),
    )
  return withShop({ port, around: withBareObject, inMemory: true }, async (shop) => {
    const db = await shop.miniflare.getD1Database('DB', 'windfall')
    await db.prepare(WRITTEN).run()
    const added = await addUsers(shop.miniflare, USERS / SHOPS, before.length)
    const more = added.map((user) => ({ ...user, at: shop.direct.origin, origin: shop.base }))
    return withUsers(port + 1, shops - 1, work, [...before, ...more])
  })
}

async function warmUp(tabs: Record<Kind, Tabs>, users: readonly LiveUser[]): Promise<void> {
  for (const user of users) await Promise.all(KINDS.map((kind) => tabs[kind].open(user)))
  // As many as make the engine compile what a shop that is in use has compiled.
  for (const user of users.slice(0, 200)) for (const kind of KINDS) await tabs[kind].push(user)
  await wait(EVICTED_AFTER_MS)
}

async function pushes(tabs: Record<Kind, Tabs>, users: readonly LiveUser[]): Promise<Figure[]> {
  for (const kind of KINDS) tabs[kind].clear()
  const requests: Promise<void>[] = []
  for (const user of users) {
    for (const kind of KINDS) {
      requests.push(tabs[kind].push(user))
      await wait(PACE_MS)
    }
  }
  await Promise.all(requests)
  await wait(1000)
  const { lost, twice } = tabs.shop.notices()
  const spread = (kind: Kind) => spreadOf(tabs[kind].notices().times)
  const bare = spread('bare')
  const rows = (what: string, kind: Kind, goal?: Figure['goal']): Figure[] =>
    (['p50', 'p99'] as const).map((share) => ({
      what: `${what}, ${share}`,
      value: spread(kind)[share] / bare[share],
      unit: '×',
      ...(goal && { goal }),
      note: `${spread(kind)[share].toFixed(1)} ms, bare object ${bare[share].toFixed(1)} ms`,
    }))
  return [
    ...rows('notice in the open tab', 'shop', { most: MOST }),
    ...rows('one D1 batch, then a bare object’s push', 'batch'),
    ...rows('socket.io, without a row', 'socketIo'),
    { what: 'notices lost, or shown twice', value: lost + twice, unit: '', goal: { most: 0 } },
  ]
}

async function idleFigure(tabs: Tabs, users: readonly LiveUser[]): Promise<Figure> {
  await wait(EVICTED_AFTER_MS)
  const before = await wakesOf(users)
  let pings = 0
  for (let second = 0; second < IDLE_SECONDS; second += 2) {
    pings += tabs.send('ping', IDLE_TABS)
    await wait(2000)
  }
  const wakes = (await wakesOf(users)) - before
  return {
    what: 'wakes of an idle tab’s hub in an hour',
    value: ((wakes / IDLE_TABS) * 3600) / IDLE_SECONDS,
    unit: '',
    goal: { most: 0 },
    note: `${IDLE_TABS} tabs, ${pings} pings`,
  }
}

/** The wakes of all hubs so far. */
async function wakesOf(users: readonly LiveUser[]): Promise<number> {
  let sum = 0
  for (const at of new Set(users.map((user) => user.at))) {
    const wakes = (await (await fetch(`${at}/bench/wakes`)).json()) as Record<string, number>
    for (const count of Object.values(wakes)) sum += count
  }
  return sum
}

async function reconnects(tabs: Record<Kind, Tabs>, users: readonly LiveUser[]): Promise<Figure[]> {
  const all = Array.from({ length: TABS_OF_A_USER }, () => users).flat()
  const back = async (kind: Kind) => {
    // What closes the dropped connections is not part of the next measurement.
    await wait(4000)
    const result = await tabs[kind].comeBack(all, RECONNECT_WITHIN_MS)
    tabs[kind].dropAll()
    return { ...spreadOf(result.times), ...result }
  }
  const [bare, socketIo, shop] = [await back('bare'), await back('socketIo'), await back('shop')]
  const beside = (of: (one: typeof shop) => number, unit: string) =>
    `bare object ${of(bare).toFixed(1)}${unit}, socket.io ${of(socketIo).toFixed(1)}${unit}`
  const failures = [...new Set(shop.failed)].join(', ')
  return [
    {
      what: `of ${all.length} tabs, not back`,
      value: shop.failed.length,
      unit: '',
      goal: { most: 0 },
      note: `${failures && `${failures}; `}bare object ${bare.failed.length}, socket.io ${socketIo.failed.length}`,
    },
    {
      what: 'until all are back',
      value: shop.seconds,
      unit: 's',
      note: beside(({ seconds }) => seconds, ' s'),
    },
    ...(['p50', 'p99'] as const).map(
      (share): Figure => ({
        what: `until a tab is live again, ${share}`,
        value: shop[share],
        unit: 'ms',
        note: beside((one) => one[share], ' ms'),
      }),
    ),
  ]
}

/** @throws Error where this process and its children may not open as many files. Node raises the limit as far as it may. */
function checkOpenFiles(): void {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  const tabs = USERS * TABS_OF_A_USER
  const needed = Math.max(tabs, (2 * tabs + 3 * USERS) / SHOPS) + 1000
  if (limit === 'unlimited' || Number(limit) >= needed) return
  throw new Error(
    `The limit of open files is ${limit}, and ${needed} are needed. Raise it: ulimit -n ${needed}`,
  )
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}
