import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/client.ts'
import { intercepted } from '../db/intercepted.ts'
import type { Env } from '../providers/env.ts'
import { withAssets } from '../testing/assets.ts'
import { aUser, visitor } from '../testing/clients.ts'
import { aProduct, stockPlans } from '../testing/products.ts'
import { bought, buy } from '../testing/purchases.ts'
import { allRoutes } from '../testing/routes/all-routes.ts'
import { sandbox } from '../testing/sandbox.ts'
import { aSeller } from '../testing/seller.ts'
import { aDeployment, unique } from '../testing/shop.ts'
import { mayReadReplica, REPLICA_ROUTES } from './read-rules.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

type Read = { from: string; sql: string }

/** Puts `sessionOf` in the place of the binding's sessions. */
const withSessions = (base: D1Database, sessionOf: (constraint: string) => Database): D1Database =>
  new Proxy(base, {
    get(target, name) {
      if (name === 'withSession') return sessionOf
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** Notes where each statement is sent: `primary`, or the constraint of the session. */
function recorded(): { bindings: Env; reads: Read[] } {
  const reads: Read[] = []
  const noting = <Bound extends Database>(database: Bound, from: string) =>
    intercepted(database, (sent, run) => {
      reads.push(...sent.map(({ sql }) => ({ from, sql })))
      return run()
    })
  const DB = withSessions(noting(env.DB, 'primary'), (constraint) =>
    noting(env.DB.withSession(constraint), constraint),
  )
  return { bindings: { ...env, DB }, reads }
}

/**
 * A database with a replica that stands still: from `stop` on it repeats the answer that it gave to a statement before.
 * A session that began at the primary finds everything, since D1's replica waits for its bookmark.
 */
function withStoppedReplica() {
  const replica = { isStopped: false, bindings: env as Env }
  const answers = new Map<string, unknown>()
  const old = <Bound extends Database>(database: Bound) =>
    intercepted(database, async (sent, run) => {
      const key = sent.map(({ sql }) => sql).join(';')
      if (replica.isStopped && answers.has(key)) return answers.get(key) as Awaited<ReturnType<typeof run>>
      const answer = await run()
      answers.set(key, answer)
      return answer
    })
  const DB = withSessions(env.DB, (constraint) => {
    const session = env.DB.withSession(constraint)
    return constraint === 'first-unconstrained' ? old(session) : session
  })
  replica.bindings = { ...env, DB }
  return replica
}

const pathOf = (pattern: string, id: number) => pattern.replace(/:\w+/g, String(id)).replace('*', '0/000')

const routesOf = (wanted: (route: string) => boolean) =>
  [...new Set(allRoutes.map(({ method, path }) => `${method} ${path}`))].filter(wanted)

describe('where a route reads', () => {
  test('each exception is a route that reads', () => {
    const known = new Set(routesOf((route) => route.startsWith('GET ')))
    expect([...REPLICA_ROUTES].filter((route) => !known.has(route))).toEqual([])
  })

  test('is the primary where one of the matching routes is no exception', () => {
    const at = (path: string, method = 'GET') => ({ method, path })
    expect(mayReadReplica([at('/*', 'ALL'), at('/api/shop')])).toBe(true)
    expect(mayReadReplica([at('/api/shop'), at('/api/new')])).toBe(false)
    expect(mayReadReplica([at('/api/shop', 'POST')])).toBe(false)
    expect(mayReadReplica([at('/*', 'ALL')])).toBe(false)
  })

  test('is any replica for the exceptions, which look up no login', async () => {
    const { bindings, reads } = recorded()
    const user = await aUser({ bindings })
    const product = await aProduct()
    for (const route of REPLICA_ROUTES) {
      reads.length = 0
      await user.get(pathOf(route.replace('GET ', ''), product.id))
      expect(new Set(reads.map(({ from }) => from)), route).toEqual(new Set(['first-unconstrained']))
      expect(
        reads.filter(({ sql }) => sql.includes('"sessions"')),
        route,
      ).toEqual([])
    }
  })

  test('is the primary for every other route and every caller', async () => {
    const { bindings, reads } = recorded()
    const admin = await aUser({ admin: true, bindings })
    const others = routesOf(
      (route) => /^(GET|POST|PUT|PATCH|DELETE) /.test(route) && !REPLICA_ROUTES.has(route),
    )
    expect(others.length).toBeGreaterThan(150)
    for (const route of others) {
      const [method = '', pattern = ''] = route.split(' ')
      if (pattern === '/ws' || pattern.endsWith('/logout')) continue
      const type: Record<string, string> = method === 'GET' ? {} : { 'content-type': 'application/json' }
      for (const caller of [admin.again(), visitor(bindings)]) {
        const response = await caller.fetch(
          method,
          pathOf(pattern, 2),
          type,
          method === 'GET' ? undefined : '{}',
        )
        await response.body?.cancel()
      }
    }
    expect(reads.length).toBeGreaterThan(100)
    expect(reads.filter(({ from }) => from !== 'primary')).toEqual([])
  }, 60_000)
})

test('a page that is kept in memory is made of what the primary has', async () => {
  const { bindings, reads } = recorded()
  const product = await aProduct()
  const page = await visitor(withAssets({ id: unique('build') }, { DB: bindings.DB })).fetch(
    'GET',
    `/products/${product.slug}`,
    { accept: 'text/html' },
  )
  expect(await page.text()).toContain(product.name)
  expect(reads.some(({ sql }) => sql.includes('"reviews"'))).toBe(true)
  expect(reads.filter(({ from }) => from !== 'primary')).toEqual([])
}, 120_000)

describe('while a replica is behind', () => {
  test('a public list may be old, and lists of the account show its own changes and what a webhook wrote', async () => {
    const replica = withStoppedReplica()
    const user = await aUser({ bindings: replica.bindings })
    const product = await aProduct()
    const listOf = async (path: string) => (await user.get<unknown[]>(path)).data
    const sellerSeen = async (headers = {}) =>
      (await user.get<{ seller: { name: string } | null }>('/api/shop', headers)).data.seller?.name
    const own = ['/api/my-products', '/api/user/purchases', '/api/contracts']
    for (const path of own) expect(await listOf(path), path).toEqual([])
    const before = await sellerSeen()
    replica.isStopped = true
    const name = unique('Seller')
    await env.DB.prepare(
      "INSERT INTO shop_settings (name, revision, value, created_at) VALUES ('seller', 1000, ?, 1)",
    )
      .bind(JSON.stringify({ ...aSeller, name }))
      .run()
    expect(await sellerSeen()).toBe(before)
    // The browser of the admin who changed it.
    expect(await sellerSeen({ cookie: 'catalogue=1' })).toBe(name)

    // Opened by the buyer, settled by the webhook's queue: with no request of the buyer.
    await bought(user, product.id)
    for (const path of own) expect(await listOf(path), path).toHaveLength(1)
    replica.isStopped = false
    expect(await sellerSeen()).toBe(name)
  })

  test('money, access and files are always read at the primary', async () => {
    const replica = withStoppedReplica()
    const user = await aUser({ bindings: replica.bindings })
    const product = await aProduct()
    const seen = async (paymentId: number) => [
      (await user.get<{ status: string }>(`/api/payment/${paymentId}`)).data?.status,
      (await user.get<unknown[]>('/api/payment/open')).data.length,
      (await user.fetch('GET', `/api/download/file/${product.id}`)).status,
      (await user.get<unknown[]>('/api/user/licences')).data.length,
    ]
    const open = await buy(user, product.id)
    await seen(open.paymentId)
    replica.isStopped = true
    const { paymentId } = await bought(user, product.id)
    expect(await seen(paymentId)).toEqual(['completed', expect.any(Number), 200, 1])
    // The session ended elsewhere.
    await env.DB.prepare('DELETE FROM sessions WHERE user_id = ?').bind(user.id).run()
    for (const path of ['/api/my-products', `/api/payment/${paymentId}`, '/api/user/purchases'])
      expect((await user.get(path)).status, path).toBe(401)
  })
})

test('Server-Timing names the trips in a local run, and is absent from a deployment', async () => {
  const user = await aUser()
  const timing = (await user.get('/api/my-products')).headers.get('server-timing')
  expect(timing).toMatch(/^db;desc="trips: 1";dur=\d+\.\d, total;dur=\d+\.\d$/)
  expect((await user.get('/api/user/sessions')).headers.get('server-timing')).toMatch(/trips: 2/)
  const answer = await visitor(aDeployment).get('/api/shop')
  expect([answer.status, answer.headers.get('server-timing')]).toEqual([200, null])
})
