// A customer's lists, beside a bare Worker that asks its own small database as often and returns the same bytes.

import { openCheckout, payAt } from './buy.ts'
import { type Figure, median, type Section } from './figures.ts'
import { load } from './load.ts'
import { logIn } from './log-in.ts'
import { withBareWorker, withShop } from './measured-shop.ts'
import { repeater, type SentBatch, withRecorder } from './recorded-batches.ts'

const REQUESTS = 1000
const ROUNDS = 5
const LEAST = 0.8

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
    return all
  })
  return {
    title: 'A customer’s lists',
    how: 'Answers for the processor time in which a bare Worker sends the same D1 batches to a copy of the database and returns the same bytes as a constant.',
    figures,
  }
}

async function subscribe(base: string, cookie: string): Promise<void> {
  const order = { productId: 2, visit: 'bench-visit', purchaseType: 'subscription' } as const
  const answer = await openCheckout({ at: new URL(base), origin: base, cookie }, order)
  const { data } = (await answer.json()) as { data: { id: number; url: string } }
  await payAt(base, data.url)
  await fetch(`${base}/api/payment/${data.id}`, { headers: { cookie } })
}
