// Public reads: what the shop serves from memory, beside a bare Worker that returns the same bytes as a constant.
import type { Figure, Section } from './figures.ts'
import { median } from './figures.ts'
import { type Load, load } from './load.ts'
import { withBareWorker, withShop } from './measured-shop.ts'

const REQUESTS = 4000
const ROUNDS = 5
const PACED = { requests: 300, perSecond: 150, atOnce: 8 }

const READS: [what: string, path: string, accept: string, goal: number][] = [
  ['14 products', '/api/products?limit=50', 'application/json', 0.7],
  ['a product', '/api/products/monad', 'application/json', 0.7],
  ['the changelog', '/api/releases?limit=20', 'application/json', 0.7],
  ['landing page', '/', 'text/html', 0.5],
  ['page of a product', '/products/monad', 'text/html', 0.5],
]

export async function measure(port: number): Promise<Section> {
  const figures = await withShop({ port }, async (shop) => {
    const all: Figure[] = []
    for (const [what, path, accept, least] of READS) {
      const body = await (await fetch(new URL(path, shop.direct), { headers: { accept } })).text()
      const request = { path, headers: { accept }, requests: REQUESTS }
      const pairs = await withBareWorker(constantAnswer(body, accept), async (bare) => {
        await pairOf(shop, bare, { ...request, requests: REQUESTS / 4 })
        const rounds: Awaited<ReturnType<typeof pairOf>>[] = []
        for (let round = 0; round < ROUNDS; round += 1) rounds.push(await pairOf(shop, bare, request))
        return { saturated: rounds, paced: await pairOf(shop, bare, { ...request, ...PACED }) }
      })
      const speed = median(pairs.saturated.map((pair) => pair.shop.perSecond / pair.bare.perSecond))
      const perSecond = Math.round(median(pairs.saturated.map((pair) => pair.shop.perSecond)))
      const { shop: ours, bare } = pairs.paced
      all.push({
        what,
        value: median(pairs.saturated.map((pair) => pair.bare.cpuMs / pair.shop.cpuMs)),
        unit: '×',
        goal: { least },
        note: `by speed ${speed.toFixed(2)} ×, ${perSecond}/s; at ${PACED.perSecond}/s p50 ${ours.p50.toFixed(1)} and ${bare.p50.toFixed(1)} ms`,
      })
    }
    return all
  })
  return {
    title: 'Public reads from memory',
    how: 'Answers for the processor time in which a bare Worker gives one constant answer with the same bytes.',
    figures,
  }
}

type Server = Parameters<typeof load>[0]

/** The same load on both, one after the other. */
async function pairOf(shop: Server, bare: Server, request: Load) {
  return { shop: await load(shop, request), bare: await load(bare, request) }
}

/** A Worker with the body as a constant. */
const constantAnswer = (body: string, type: string): string => `const body = ${JSON.stringify(body)}
export default { fetch: () => new Response(body, { headers: { 'content-type': ${JSON.stringify(type)} } }) }`
