// Compares the processor time of one call in a small and in a big shop: in turns, so that a busy machine slows both.
import { readdirSync, readFileSync } from 'node:fs'
import { type Figure, median } from '../figures.ts'
import type { Asked, Finder } from './routes.ts'
import type { SizedShop } from './shop.ts'
import type { Work } from './sweeps.ts'

export type Shops = { small: SizedShop; big: SizedShop }
type Name = keyof Shops

/** The most that a call in the big shop may take, in times of the same call in the small one. */
export const MOST = 1.3
/** An odd number, for the median. */
const ROUNDS = 41
const ROUNDS_OF_WORK = 15
/** A whole file is thousands of rows. */
const ROUNDS_OF_EXPORT = 3
const WARM_UP = 6
const warmUpFor = (rounds: number) => Math.min(WARM_UP, Math.floor(rounds / 2))
/** Rows of a page, where the small shop has so many. */
const LIMIT = 50
/** Answers without data are calls too: of a recall that does not exist, or a link that ended. */
const EXPECTED = [200, 404, 410]

type Timed = { ms: number; units: number }

/** A ratio above `MOST` is measured once more, and the lower one counts: a single busy moment is no growth. */
async function ratioOf(
  what: string,
  rounds: number,
  run: (name: Name, round: number) => Promise<Timed>,
): Promise<Figure> {
  let best: Figure | undefined
  for (let attempt = 0; attempt < 2 && !(best && best.value <= MOST); attempt += 1) {
    const figure = await measureOnce(what, rounds, run, attempt * 2 * rounds)
    if (!best || figure.value < best.value) best = figure
  }
  return best as Figure
}

async function measureOnce(
  what: string,
  rounds: number,
  run: (name: Name, round: number) => Promise<Timed>,
  from: number,
): Promise<Figure> {
  const times: Record<Name, number[]> = { small: [], big: [] }
  const units: Record<Name, number> = { small: 1, big: 1 }
  const warmUp = warmUpFor(rounds)
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const name of round % 2 ? (['small', 'big'] as const) : (['big', 'small'] as const)) {
      const timed = await run(name, from + round)
      units[name] = Math.max(1, timed.units)
      if (round >= warmUp) times[name].push(timed.ms / units[name])
    }
  }
  const [small, big] = [median(times.small), median(times.big)]
  const per = units.small + units.big > 2 ? ` each for ${units.small} and ${units.big}` : ''
  return {
    what,
    value: big / small,
    unit: '×',
    goal: { most: MOST },
    note: `${small.toPrecision(3)} and ${big.toPrecision(3)} ms${per}`,
  }
}

/** One address of a route. Pages have as many rows as the small shop has; an export counts for each row. */
export async function compareReads(
  shops: Shops,
  paths: Record<Name, string>,
  { as, stream, units }: Asked,
): Promise<Figure> {
  const ask = (name: Name, path: string) => timed(shops[name], path, headersOf(shops[name], as))
  const rowsAt = async (name: Name) =>
    rowsIn((await ask(name, paths[name].replace('LIMIT', String(LIMIT)))).text)
  const rows = { small: await rowsAt('small'), big: await rowsAt('big') }
  const limit = String(Math.max(1, Math.min(LIMIT, rows.small, rows.big)))
  return ratioOf(paths.small.replace('LIMIT', limit), stream ? ROUNDS_OF_EXPORT : ROUNDS, async (name) => {
    const { ms } = await ask(name, paths[name].replace('LIMIT', limit))
    return { ms, units: stream ? rows[name] : units ? Number(finderOf(shops[name]).one(units)) : 1 }
  })
}

/** One run of a sweep or of a portion, each time with the same work. */
export function compareWork(
  shops: Shops,
  what: string,
  path: (shop: SizedShop) => string,
  work: Work,
): Promise<Figure> {
  return ratioOf(what, ROUNDS_OF_WORK, async (name, round) => {
    const shop = shops[name]
    if (work.prepare) await post(shop, '/bench/sql', work.prepare(round))
    const { ms } = await timed(shop, path(shop), {}, 'POST')
    return { ms, units: work.units ? Number(finderOf(shop).one(work.units)) : 1 }
  })
}

export const finderOf = ({ first }: SizedShop): Finder => {
  const one = (sql: string) => String(Object.values(first<Record<string, unknown>>(sql) ?? { none: 1 })[0])
  const inMiddle = (what: string, order: string, rows: string) =>
    one(`SELECT ${what} FROM ${rows} ORDER BY ${order} LIMIT 1 OFFSET (SELECT count(*) / 2 FROM ${rows})`)
  return {
    one,
    id: (rows) => inMiddle('id', 'id', rows),
    moment: (rows) => inMiddle("created_at || '-' || id", 'created_at, id', rows),
  }
}

const headersOf = ({ cookies }: SizedShop, as: Asked['as']): Record<string, string> =>
  as === 'nobody' ? {} : { cookie: cookies[as], 'sec-fetch-site': 'same-origin' }

/** Rows of a list's `data`, or lines of a CSV file. */
function rowsIn(text: string): number {
  const data = text.startsWith('{') ? (JSON.parse(text) as { data?: unknown }).data : text.split('\r\n')
  return Array.isArray(data) ? data.length : 0
}

async function timed(shop: SizedShop, path: string, headers: Record<string, string>, method = 'GET') {
  const before = cpuMs(shop.pid)
  const answer = await fetch(new URL(path, shop.direct), { method, headers })
  const text = await answer.text()
  const ms = cpuMs(shop.pid) - before
  if (!EXPECTED.includes(answer.status)) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`)
  return { ms, text }
}

async function post(shop: SizedShop, path: string, body: unknown): Promise<void> {
  const answer = await fetch(new URL(path, shop.direct), { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`)
}

/** Processor time of a process so far, of all its threads, in milliseconds. The kernel counts nanoseconds here. */
function cpuMs(pid: number): number {
  let ns = 0
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      ns += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // The thread has ended.
    }
  }
  return ns / 1e6
}
