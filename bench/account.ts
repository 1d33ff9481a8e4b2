// A customer's lists, beside a bare Worker that asks its own small database as often and returns the same bytes.

import { addUsers } from './accounts.ts'
import { openCheckout, payAt } from './buy.ts'
import { type Figure, median, type Section } from './figures.ts'
import { load, type Measured } from './load.ts'
import { logIn } from './log-in.ts'
import { type Workerd, withBareWorker, withShop } from './measured-shop.ts'
import { repeater, type SentBatch, withRecorder } from './recorded-batches.ts'

const REQUESTS = 1000
const ROUNDS = 5
const LEAST = 0.8
/** Of `withRecorder`. */
const REPEATED = '/bench/notice'

const READS: [what: string, path: string][] = [
  ['my products, with Premium', '/api/my-products'],
  ['my purchases', '/api/user/purchases'],
]

export async function measure(port: number): Promise<Section> {
  const figures = await withShop({ port, around: withRecorder }, async (shop) => {
    const cookie = await logIn(shop.base, 'demo')
    await subscribe(shop.base, cookie)
    const all: Figure[] = []
    for (const [what, path] of READS) {
      const headers = { cookie, 'sec-fetch-site': 'same-origin' }
      const answer = await fetch(new URL(path, shop.direct), { headers })
      const body = await answer.text()
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`)
      const recorded = await fetch(new URL(path, shop.direct), {
        headers: { ...headers, 'bench-record': '1' },
      })
      const batches = (await recorded.json()) as SentBatch[]
      const ratios = await withBareWorker(
        repeater(batches, body),
        async (bare) => {
          const rounds: { cpu: number; speed: number }[] = []
          for (let round = -1; round < ROUNDS; round += 1) {
            const request = { path, headers, requests: round < 0 ? REQUESTS / 4 : REQUESTS }
            const ours = await load(shop, request)
            const its = await load(bare, request)
            if (round >= 0)
              rounds.push({ cpu: its.cpuMs / ours.cpuMs, speed: ours.perSecond / its.perSecond })
          }
          return rounds
        },
        shop,
      )
      all.push({
        what,
        value: median(ratios.map(({ cpu }) => cpu)),
        unit: '×',
        goal: { least: LEAST },
        note: `${batches.length} batches, by speed ${median(ratios.map(({ speed }) => speed)).toFixed(2)} ×`,
      })
    }
    return [...all, await noticeFigure(shop)]
  })
  return {
    title: 'A customer’s lists',
    how: 'Answers for the processor time in which a bare Worker sends the same D1 batches to a copy of the database and returns the same bytes as a constant. For a notification, it sends them in the same workerd, with the push to the same Durable Object between them.',
    figures,
  }
}

/** A test notification of each of many accounts, five times: an account may not ask for more. */
async function noticeFigure(shop: Workerd): Promise<Figure> {
  const users = await addUsers(shop.miniflare, REQUESTS + 1)
  const headers = (at: number) => ({ cookie: users[at]?.cookie ?? '', 'sec-fetch-site': 'same-origin' })
  const path = '/api/test-notification'
  const recorded = await fetch(new URL(path, shop.direct), {
    headers: { ...headers(REQUESTS), 'bench-record': '1' },
  })
  const batches = (await recorded.json()) as SentBatch[]
  // The first one of an account makes its Durable Object.
  await load(shop, { path, headers, requests: REQUESTS })
  const measureAt = (at: string) => load(shop, { path: at, headers, requests: REQUESTS })
  const rounds: { cpu: number; speed: number }[] = []
  for (const first of [path, REPEATED]) {
    const second = first === path ? REPEATED : path
    const by = { [first]: await measureAt(first), [second]: await measureAt(second) }
    const [ours, its] = [by[path] as Measured, by[REPEATED] as Measured]
    rounds.push({ cpu: its.cpuMs / ours.cpuMs, speed: ours.perSecond / its.perSecond })
  }
  return {
    what: 'a notification',
    value: median(rounds.map(({ cpu }) => cpu)),
    unit: '×',
    goal: { least: LEAST },
    note: `${batches.length} batches, by speed ${median(rounds.map(({ speed }) => speed)).toFixed(2)} ×`,
  }
}

async function subscribe(base: string, cookie: string): Promise<void> {
  const order = { productId: 2, visit: 'bench-visit', purchaseType: 'subscription' } as const
  const answer = await openCheckout({ at: new URL(base), origin: base, cookie }, order)
  const { data } = (await answer.json()) as { data: { id: number; url: string } }
  await payAt(base, data.url)
  await fetch(`${base}/api/payment/${data.id}`, { headers: { cookie } })
}
