// Section size: does the shop become slower as it grows? A shop with 300 payments and one with 300,000 are asked the same.
import { BIG, type Size } from '../src/worker/testing/scale.ts'
import { type Figure, median, misses, type Section } from './figures.ts'
import { compareReads, compareWork, finderOf, MOST, type Shops } from './size/compare.ts'
import { bytesOf, writesOf } from './size/costs.ts'
import { NOT_MEASURED, ROUTES } from './size/routes.ts'
import { bundleMeasured, type SizedShop, withSizedShop } from './size/shop.ts'
import { BOOKS, SWEEPS } from './size/sweeps.ts'

const SMALL: Size = { users: 100, payments: 300, subscriptions: 50 }

type Names = { routes: string[]; sweeps: { job: string; name: string }[]; books: string[] }

export async function measure(port: number): Promise<Section> {
  await bundleMeasured()
  const figures = await withSizedShop({ name: 'small', size: SMALL, port }, (small) =>
    withSizedShop({ name: 'big', size: BIG, port: port + 1 }, async (big) => {
      const shops = { small, big }
      const names = (await (await fetch(new URL('/bench/names', small.direct))).json()) as Names
      refuseUnknown(names)
      return [
        ...bytesOf(big, BIG.payments),
        ...summed('address', await measureRoutes(shops, false)),
        ...summed('export', await measureRoutes(shops, true)),
        ...summed('sweep', await measureSweeps(shops, names)),
        ...summed('portion of a reconciliation', await measureBooks(shops)),
        ...(await writesOf(big, `http://localhost:${port + 1}`)),
      ]
    }),
  )
  return {
    title: 'A big shop beside a small one',
    how: `Processor time of a call in a shop with ${BIG.payments} payments, in times of the same call in one with ${SMALL.payments}: every GET address that reads the database (pages with equally many rows, also deep ones), and every sweep and portion with equal work. Of exports, portions and mails in bulk, the time of each row. A ratio above the budget is measured twice, and the lower one counts.`,
    figures,
  }
}

/** @throws Error where the app has a route, a sweep or a book that is not measured */
function refuseUnknown({ routes, sweeps, books }: Names): void {
  const unknown = [
    ...routes.filter((route) => !(route in ROUTES) && !(route in NOT_MEASURED)),
    ...sweeps.filter(({ name }) => !(name in SWEEPS)).map(({ name }) => name),
    ...books.filter((book) => !(book in BOOKS)),
  ]
  if (unknown.length > 0) throw new Error(`bench/size/ does not measure ${unknown.join(', ')}`)
}

async function measureRoutes(shops: Shops, exports: boolean): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const asked of Object.values(ROUTES)) {
    if (Boolean(asked.stream) !== exports) continue
    const [small, big] = [asked.paths(finderOf(shops.small)), asked.paths(finderOf(shops.big))]
    for (const [at, path] of small.entries())
      figures.push(shown(await compareReads(shops, { small: path, big: big[at] ?? path }, asked)))
  }
  return figures
}

async function measureSweeps(shops: Shops, { sweeps }: Names): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { job, name } of sweeps) {
    const path = `/bench/sweep?job=${job}&name=${encodeURIComponent(name)}`
    figures.push(shown(await compareWork(shops, name, () => path, SWEEPS[name] ?? {})))
  }
  return figures
}

async function measureBooks(shops: Shops): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [book, { table, work }] of Object.entries(BOOKS)) {
    /** Deep in a long book, from the beginning in a short one. */
    const after = (shop: SizedShop) =>
      finderOf(shop).one(`SELECT iif(count(*) > 2000, min(id) + count(*) / 2, 0) FROM ${table}`)
    const path = (shop: SizedShop) => `/bench/portion?stage=${book}&run=1&after=${after(shop)}`
    figures.push(shown(await compareWork(shops, `the book of ${table}`, path, work)))
  }
  return figures
}

/** The slowest and the middle one, and all that miss the budget. */
function summed(kind: string, figures: Figure[]): Figure[] {
  const worst = figures.reduce((one, other) => (other.value > one.value ? other : one))
  const count = `${figures.length} of this kind`
  return [
    { ...worst, what: `slowest ${kind}`, note: `${worst.what}, ${worst.note}` },
    { what: `middle ${kind}`, value: median(figures.map(({ value }) => value)), unit: '×', note: count },
    ...figures.filter((figure) => figure !== worst && misses(figure)),
  ]
}

/** BENCH_DETAILS=1 prints each figure. */
function shown(figure: Figure): Figure {
  if (process.env.BENCH_DETAILS)
    console.log(figure.value.toFixed(2), figure.value > MOST ? '!' : ' ', figure.what, figure.note)
  return figure
}
