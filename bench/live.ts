// npm run bench:live: the live connection in workerd, beside a bare Durable Object in the same run. Ratios differ little
// between machines. Loopback only, a fixed number of sockets and requests. State is in memory where /dev/shm exists;
// with BENCH_STATE=disk each write waits for the disk.
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Miniflare } from 'miniflare'
import { startLocal } from '../scripts/local.ts'
import { build, createDevVars, run } from '../scripts/prepare.mjs'
import { withBareObject } from './bare-object.ts'
import { get, openSocket, type RawSocket } from './raw-socket.ts'

type Spread = { p50: number; p99: number; count: number }
export type LiveFigures = {
  /** Milliseconds from the request that causes a notice to its message in the open tab. */
  push: { shop: Spread; bare: Spread; lost: number; twice: number }
  /** Wakes of the hubs of idle tabs that ping, per hour and tab. */
  idle: { tabs: number; pings: number; wakesPerHour: number }
  /** Milliseconds of a handshake while all tabs come back. */
  reconnects: { shop: Spread; bare: Spread; refused: number; seconds: number }
}
export type LiveSize = { users: number; tabs: number; idleSeconds: number }

/** Between two requests: far below what the machine can do, so that the time is not that of a queue. */
const PACE_MS = 25
const IDLE_TABS = 200
const RECONNECT_WITHIN_MS = 10_000
/** workerd evicts an object that was idle for ten seconds. */
const EVICTED_AFTER_MS = 12_000

/**
 * Starts the built shop and measures it. `users` have one open tab each for the pushes and come back with `tabs` tabs
 * each; `idleSeconds` is the time for which idle tabs only ping.
 */
export async function measureLive(
  port: number,
  { users, tabs, idleSeconds }: LiveSize,
): Promise<LiveFigures> {
  const onDisk = process.env.BENCH_STATE === 'disk' || !existsSync('/dev/shm')
  const state = mkdtempSync(join(onDisk ? tmpdir() : '/dev/shm', 'windfall-bench-'))
  run('node', ['scripts/database/migrate.mjs'], { quiet: true, env: { STATE_DIR: state } })
  const miniflare = await startLocal({ port, stateDir: state, directSocket: true, around: withBareObject })
  try {
    const direct = await miniflare.unsafeGetDirectURL('windfall-sandbox')
    const shop = new Shop(direct.origin, `http://localhost:${port}`, await addUsers(miniflare, users))
    await shop.warmUp()
    const push = await shop.pushes()
    const idle = await shop.idle(idleSeconds)
    shop.dropAll()
    return { push, idle, reconnects: await shop.reconnects(tabs) }
  } finally {
    await miniflare.dispose()
    rmSync(state, { recursive: true, force: true })
  }
}

type Kind = 'shop' | 'bare'
type User = { id: number; cookie: string }

class Shop {
  readonly #at: string
  readonly #origin: string
  readonly #users: User[]
  readonly #open: RawSocket[] = []
  /** When each notice of a user was requested, and how many messages came for it. */
  readonly #notices = new Map<string, { sent: number; times: number[] }>()

  /** `at`: the address of workerd itself. `origin`: the shop's. */
  constructor(at: string, origin: string, users: User[]) {
    this.#at = at
    this.#origin = origin
    this.#users = users
  }

  async warmUp(): Promise<void> {
    for (const user of this.#users) {
      await this.#connect('shop', user)
      await this.#connect('bare', user)
    }
    for (const user of this.#users.slice(0, 50))
      await Promise.all([this.#push('shop', user), this.#push('bare', user)])
    await wait(EVICTED_AFTER_MS)
  }

  async pushes(): Promise<LiveFigures['push']> {
    this.#notices.clear()
    const requests: Promise<void>[] = []
    for (const user of this.#users) {
      for (const kind of ['shop', 'bare'] as const) {
        requests.push(this.#push(kind, user))
        await wait(PACE_MS)
      }
    }
    await Promise.all(requests)
    await wait(1000)
    const times = (kind: Kind) =>
      [...this.#notices].flatMap(([key, { times }]) => (key.startsWith(kind) ? times.slice(0, 1) : []))
    const counts = [...this.#notices.values()].map(({ times }) => times.length)
    return {
      shop: spreadOf(times('shop')),
      bare: spreadOf(times('bare')),
      lost: counts.filter((count) => count === 0).length,
      twice: counts.filter((count) => count > 1).length,
    }
  }

  async idle(seconds: number): Promise<LiveFigures['idle']> {
    await wait(EVICTED_AFTER_MS)
    const before = await this.#wakes()
    const tabs = this.#open.slice(0, IDLE_TABS)
    const until = performance.now() + seconds * 1000
    let pings = 0
    while (performance.now() < until) {
      for (const tab of tabs) tab.send('ping')
      pings += tabs.length
      await wait(2000)
    }
    const wakes = (await this.#wakes()) - before
    return { tabs: tabs.length, pings, wakesPerHour: ((wakes / tabs.length) * 3600) / seconds }
  }

  /** Drops all tabs at once, as a deployment does. */
  dropAll(): void {
    for (const socket of this.#open.splice(0)) socket.drop()
  }

  async reconnects(tabs: number): Promise<LiveFigures['reconnects']> {
    const opened: Record<Kind, number[]> = { shop: [], bare: [] }
    let refused = 0
    let seconds = 0
    for (const kind of ['bare', 'shop'] as const) {
      const began = performance.now()
      const all = Array.from({ length: tabs }, () => this.#users).flat()
      const each = RECONNECT_WITHIN_MS / all.length
      await Promise.all(
        all.map(async (user, at) => {
          await wait(at * each)
          try {
            opened[kind].push((await this.#connect(kind, user, '&after=0')).openedAfter)
          } catch {
            refused += 1
          }
        }),
      )
      seconds = (performance.now() - began) / 1000
      this.dropAll()
      await wait(2000)
    }
    return { shop: spreadOf(opened.shop), bare: spreadOf(opened.bare), refused, seconds }
  }

  async #connect(kind: Kind, { id, cookie }: User, resume = ''): Promise<RawSocket> {
    const path = kind === 'shop' ? `/ws?userId=${id}${resume}` : `/bench/socket?name=${id}`
    const socket = await openSocket(this.#at + path, { cookie, origin: this.#origin }, (text) => {
      if (text.startsWith('{"type":"notification"')) this.#came(`${kind}:${id}`)
    })
    if (kind === 'shop') socket.send(JSON.stringify({ type: 'init', userId: id, isAdmin: false }))
    if (kind === 'shop') this.#open.unshift(socket)
    else this.#open.push(socket)
    return socket
  }

  #came(key: string): void {
    const notice = this.#notices.get(key)
    notice?.times.push(performance.now() - notice.sent)
  }

  async #push(kind: Kind, { id, cookie }: User): Promise<void> {
    const path = kind === 'shop' ? '/api/test-notification' : `/bench/push?name=${id}`
    this.#notices.set(`${kind}:${id}`, { sent: performance.now(), times: [] })
    const status = await get(this.#at + path, {
      cookie,
      'sec-fetch-site': 'same-origin',
      origin: this.#origin,
    })
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }

  async #wakes(): Promise<number> {
    const wakes = (await (await fetch(`${this.#at}/bench/wakes`)).json()) as Record<string, number>
    return Object.values(wakes).reduce((sum, one) => sum + one, 0)
  }
}

/** Accounts with a session each, written into the tables: logging in a thousand times would measure the hashing. */
async function addUsers(miniflare: Miniflare, count: number): Promise<User[]> {
  const db = await miniflare.getD1Database('DB', 'windfall')
  const now = Date.now()
  const users: User[] = []
  for (let from = 0; from < count; from += 100) {
    const names = Array.from({ length: Math.min(100, count - from) }, (_, at) => `bench${from + at}`)
    const tokens = names.map((name) => createHash('sha256').update(name).digest('base64url'))
    const inserted = await db.batch<{ id: number }>(
      names.flatMap((name, at) => [
        db
          .prepare(
            `INSERT INTO users (username, username_key, email, email_key, email_identity, password, referral_code, created_at, updated_at)
             VALUES (?1, ?1, ?2, ?2, ?2, 'none', ?3, ?4, ?4) RETURNING id`,
          )
          .bind(name, `${name}@bench.test`, String(from + at).padStart(8, '0'), now),
        db
          .prepare(
            `INSERT INTO sessions (sid, user_id, sess, created_at, last_seen_at, expire)
             VALUES (?, (SELECT id FROM users WHERE username_key = ?), '{"ip":null,"userAgent":null}', ?, ?, ?)`,
          )
          .bind(
            createHash('sha256')
              .update(tokens[at] ?? '')
              .digest('hex'),
            name,
            now,
            now,
            now + 86_400_000,
          ),
      ]),
    )
    const ids = inserted.flatMap(({ results }) => results.map(({ id }) => id))
    for (const [at, id] of ids.entries()) users.push({ id, cookie: `session=${tokens[at]}` })
  }
  return users
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), count: sorted.length }
}

function print({ push, idle, reconnects }: LiveFigures): void {
  const row = (what: string, shop: Spread, bare: Spread) => {
    const of = (name: 'p50' | 'p99') =>
      `${name} ${shop[name].toFixed(1)} ms, ${(shop[name] / bare[name]).toFixed(2)} × a bare object’s ${bare[name].toFixed(1)}`
    console.log(`${what.padEnd(28)} ${of('p50')}   ${of('p99')}   (${shop.count})`)
  }
  row('request to open tab', push.shop, push.bare)
  console.log(`${''.padEnd(28)} ${push.lost} lost, ${push.twice} shown twice`)
  row('handshake of a reconnect', reconnects.shop, reconnects.bare)
  console.log(
    `${''.padEnd(28)} all back after ${reconnects.seconds.toFixed(1)} s, ${reconnects.refused} refused`,
  )
  console.log(
    `${'idle tabs'.padEnd(28)} ${idle.wakesPerHour.toFixed(2)} wakes an hour for each (${idle.tabs} tabs, ${idle.pings} pings)`,
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  createDevVars()
  await build()
  const size = {
    users: Number(process.env.BENCH_USERS ?? 1000),
    tabs: Number(process.env.BENCH_TABS ?? 2),
    idleSeconds: Number(process.env.BENCH_IDLE ?? 20),
  }
  print(await measureLive(Number(process.env.PORT ?? 5193), size))
}
