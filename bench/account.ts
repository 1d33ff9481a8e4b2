// A customer's lists, beside a bare Worker that asks its own small database as often and returns the same bytes.
import { DEMO_ACCOUNTS } from '../scripts/seed.ts'
import { type Figure, median, type Section } from './figures.ts'
import { load } from './load.ts'
import { withBareWorker, withShop } from './measured-shop.ts'

const REQUESTS = 1000
const ROUNDS = 5
const LEAST = 0.8

const READS: [what: string, path: string][] = [
  ['my products, with Premium', '/api/my-products'],
  ['my purchases', '/api/user/purchases'],
]

export async function measure(port: number): Promise<Section> {
  const figures = await withShop({ port }, async (shop) => {
    const cookie = await logIn(shop.base)
    await subscribe(shop.base, cookie)
    const all: Figure[] = []
    for (const [what, path] of READS) {
      const headers = { cookie, 'sec-fetch-site': 'same-origin' }
      const answer = await fetch(new URL(path, shop.direct), { headers })
      const body = await answer.text()
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`)
      const trips = Number(/trips: (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1])
      const ratios = await withBareWorker(asksAsOften(body, trips), async (bare) => {
        const rounds: { cpu: number; speed: number }[] = []
        for (let round = -1; round < ROUNDS; round += 1) {
          const request = { path, headers, requests: round < 0 ? REQUESTS / 4 : REQUESTS }
          const ours = await load(shop, request)
          const its = await load(bare, request)
          if (round >= 0) rounds.push({ cpu: its.cpuMs / ours.cpuMs, speed: ours.perSecond / its.perSecond })
        }
        return rounds
      })
      all.push({
        what,
        value: median(ratios.map(({ cpu }) => cpu)),
        unit: '×',
        goal: { least: LEAST },
        note: `${trips} trips, by speed ${median(ratios.map(({ speed }) => speed)).toFixed(2)} ×`,
      })
    }
    return all
  })
  return {
    title: 'A customer’s lists',
    how: 'Answers for the processor time in which a bare Worker sends the same number of D1 batches, of one row by its key each, and returns the same bytes.',
    figures,
  }
}

/** A Worker that sends so many batches, one after the other, and then returns the body. */
const asksAsOften = (body: string, batches: number): string => `const body = ${JSON.stringify(body)}
let filled
export default {
  async fetch(request, { DB }) {
    filled ??= DB.batch([
      DB.prepare('CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT NOT NULL)'),
      DB.prepare('INSERT INTO rows (id, text) VALUES (1, ?)').bind('x'.repeat(200)),
    ])
    await filled
    for (let sent = 0; sent < ${batches}; sent += 1)
      await DB.batch([DB.prepare('SELECT id, text FROM rows WHERE id = ?').bind(1)])
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  },
}`

async function logIn(base: string): Promise<string> {
  const demo = DEMO_ACCOUNTS[0]
  const answer = await post(base, '/api/auth/login', { username: demo?.username, password: demo?.password })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function subscribe(base: string, cookie: string): Promise<void> {
  const input = {
    productId: 2,
    provider: 'stripe',
    email: 'demo@windfall.example',
    clientPaymentId: 'bench-visit',
    purchaseType: 'subscription',
  }
  const answer = await post(base, '/api/payment/create', input, cookie)
  const { data } = (await answer.json()) as { data: { id: number; url: string } }
  await fetch(`${base}${new URL(data.url).pathname}/pay`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: base },
  })
  await fetch(`${base}/api/payment/${data.id}`, { headers: { cookie } })
}

async function post(base: string, path: string, body: unknown, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: base, cookie }
  const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}
