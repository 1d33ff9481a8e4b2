// The database is away for half a minute: what visitors and buyers get, and whether anything is lost.
import { setTimeout as wait } from 'node:timers/promises'
import { addUsers, type User } from './accounts.ts'
import { withEntry } from './around-worker.ts'
import { openCheckout, payAt } from './buy.ts'
import type { Figure, Section } from './figures.ts'
import { type Workerd, withShop } from './measured-shop.ts'

const OUTAGE_MS = 30_000
const READS_PER_SECOND = 100
const CHECKOUTS = 15
const PAID_MEANWHILE = 10
/** Until a paid order must be delivered once the database is back. The sweep of webhooks runs every minute. */
const DELIVERED_WITHIN_MS = 120_000
const READS: [path: string, accept: string][] = [
  ['/', 'text/html'],
  ['/products', 'text/html'],
  ['/products/monad', 'text/html'],
  ['/pricing', 'text/html'],
  ['/changelog', 'text/html'],
  ['/api/products?limit=50', 'application/json'],
  ['/api/products/monad', 'application/json'],
  ['/api/releases?limit=20', 'application/json'],
]

/** How the database is away: each query fails at once, or gets its error after half a minute. */
type Away = 'stopped' | 'silent'

export async function measure(port: number): Promise<Section> {
  return withShop({ port, around: withSwitch }, async (shop) => {
    const users = await addUsers(shop.miniflare, 2 * (CHECKOUTS + PAID_MEANWHILE))
    const figures = [
      ...(await trial(shop, 'stopped', users.slice(0, users.length / 2))),
      ...(await trial(shop, 'silent', users.slice(users.length / 2))),
    ]
    return {
      title: 'Half a minute without the database',
      how: `For ${OUTAGE_MS / 1000} s every query fails at once (stopped), and for as long again every query gets no answer (silent). Meanwhile visitors read pages and lists, buyers open checkouts, and ${PAID_MEANWHILE} orders that were open before are paid at the provider.`,
      figures,
    }
  })
}

async function trial(
  shop: Workerd & { base: string },
  away: Away,
  users: readonly User[],
): Promise<Figure[]> {
  const origin = shop.base
  const at = (path: string) => new URL(path, shop.direct)
  const found = await fetch(at('/api/products/monad'))
  const { data: product } = (await found.json()) as { data: { id: number } }
  const open = ({ id, cookie }: User) =>
    openCheckout({ at: shop.direct, origin, cookie }, { productId: product.id, visit: `bench-buyer-${id}` })
  const [waiting, buyers] = [users.slice(0, PAID_MEANWHILE), users.slice(PAID_MEANWHILE)]
  const orders = await Promise.all(
    waiting.map(async (user) => {
      const opened = await open(user)
      const { data } = (await opened.json()) as { data: { id: number; url: string } }
      return { user, ...data }
    }),
  )
  for (const [path, accept] of READS) await fetch(at(path), { headers: { accept } })

  let errors = 0
  let reads = 0
  let slowest = 0
  const refused: number[] = []
  const unclear: string[] = []
  await fetch(at(`/bench/database?is=${away}`))
  const began = performance.now()
  const isOver = () => performance.now() - began > OUTAGE_MS
  const until = (index: number, all: number) =>
    wait(Math.max(0, began + (index * OUTAGE_MS) / all - performance.now()))
  const read = async (reader: number) => {
    const [path, accept] = READS[reader] ?? ['/', '']
    while (!isOver()) {
      const sentAt = performance.now()
      const answer = await fetch(at(path), { headers: { accept } })
      const text = await answer.text()
      reads += 1
      slowest = Math.max(slowest, performance.now() - sentAt)
      if (answer.status !== 200 || !/monad|\$49/i.test(text)) errors += 1
      await wait((1000 * READS.length) / READS_PER_SECOND)
    }
  }
  const buy = async (buyer: User, index: number) => {
    await until(index, CHECKOUTS)
    const sentAt = performance.now()
    const answer = await open(buyer)
    const { message } = (await answer.json()) as { message?: string }
    refused.push(performance.now() - sentAt)
    const isClear = answer.status === 503 && /Nothing was charged.*try again/.test(message ?? '')
    if (!isClear || !answer.headers.has('retry-after')) unclear.push(`${answer.status} ${message}`)
  }
  const pay = async ({ url }: { url: string }, index: number) => {
    await until(index, PAID_MEANWHILE)
    await payAt(origin, url)
  }
  const paid = Promise.all(orders.map(pay))
  const bought = Promise.all(buyers.map(buy))
  await Promise.all(READS.map((_, reader) => read(reader)))
  await fetch(at('/bench/database?is=running'))
  const backAt = performance.now()
  await Promise.all([paid, bought])
  for (const answer of unclear) console.log(`Not plain: ${answer}`)

  const again = await Promise.all(buyers.map(open))
  const delivered = new Set<number>()
  const worker = await shop.miniflare.getWorker('windfall')
  while (delivered.size < orders.length && performance.now() - backAt < DELIVERED_WITHIN_MS) {
    await wait(2000)
    await worker.scheduled({ cron: '* * * * *' })
    for (const { user, id } of orders) if (await isDelivered(at, user, id)) delivered.add(id)
  }
  const seconds = Math.round((performance.now() - backAt) / 1000)
  const what = (text: string) => `${away}: ${text}`
  const none = { unit: '', goal: { most: 0 } } as const
  return [
    { what: what('reads without the page or list'), value: errors, ...none, note: `of ${reads}` },
    { what: what('slowest read'), value: slowest, unit: 'ms', goal: { most: 1000 } },
    {
      what: what('checkouts that did not say to try again'),
      value: unclear.length,
      ...none,
      note: `of ${refused.length}`,
    },
    {
      what: what('slowest such answer'),
      value: Math.max(...refused),
      unit: 'ms',
      goal: { most: away === 'silent' ? 12_000 : 1000 },
    },
    {
      what: what('of these, refused again with the database back'),
      value: again.filter(({ ok }) => !ok).length,
      ...none,
    },
    {
      what: what('paid orders that were not delivered'),
      value: orders.length - delivered.size,
      ...none,
      note: `of ${orders.length}, the last after ${seconds} s`,
    },
  ]
}

/** The order is complete, and its product is among the buyer's. */
async function isDelivered(at: (path: string) => URL, { cookie }: User, id: number): Promise<boolean> {
  const payment = await fetch(at(`/api/payment/${id}`), { headers: { cookie } })
  const { data } = (await payment.json()) as { data?: { status: string } }
  if (data?.status !== 'completed') return false
  const owned = await fetch(at('/api/my-products'), { headers: { cookie } })
  return (await owned.text()).includes('"slug":"monad"')
}

/**
 * Around the built Worker: `/bench/database?is=stopped` makes each query fail at once, and `is=silent` half a minute later, in
 * queues and scheduled jobs too.
 */
const withSwitch = <Worker extends Parameters<typeof withEntry>[0]>(worker: Worker): Worker =>
  withEntry(worker, switchModule)

const switchModule = (real: string): string => `
import * as worker from '${real}'
export * from '${real}'

let is = 'running'
const lost = () => new Error('D1_ERROR: Network connection lost.')
const down = () =>
  is === 'stopped'
    ? Promise.reject(lost())
    : new Promise((_, reject) => setTimeout(() => reject(lost()), ${OUTAGE_MS}))
const QUERIES = ['all', 'raw', 'first', 'run']
const statement = (real) =>
  new Proxy(real, {
    get(target, name) {
      if (name === 'bind') return (...params) => statement(target.bind(...params))
      if (QUERIES.includes(name)) return (...args) => (is === 'running' ? target[name](...args) : down())
      return name === REAL ? target : target[name]
    },
  })
const REAL = Symbol('real')
const switched = (database) => ({
  prepare: (sql) => statement(database.prepare(sql)),
  batch: (all) => (is === 'running' ? database.batch(all.map((one) => one[REAL] ?? one)) : down()),
  withSession: (rule) => switched(database.withSession(rule)),
  getBookmark: () => database.getBookmark(),
})
const envs = new WeakMap()
/** One binding for each environment: the shop keeps its memory by it. */
const around = (env) => {
  if (!envs.has(env.DB)) envs.set(env.DB, { ...env, DB: switched(env.DB) })
  return envs.get(env.DB)
}

export default {
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== '/bench/database') return worker.default.fetch(request, around(env), ctx)
    is = searchParams.get('is')
    return new Response('done')
  },
  queue: (batch, env, ctx) => worker.default.queue(batch, around(env), ctx),
  scheduled: (event, env, ctx) => worker.default.scheduled(event, around(env), ctx),
}`
