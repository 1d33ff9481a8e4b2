// The shop's Worker with doors for `npm run bench -- size`, which bundles it. No deployment contains it.
import { BOOKS } from '#shared/recovery/rules.ts'
import { SWEEPS } from '../../cron.ts'
import { openDb } from '../../db/client.ts'
import { intercepted } from '../../db/intercepted.ts'
import { runPortion } from '../../features/recovery/reconcile.ts'
import { openShop } from '../../http/shop-deps.ts'
import shop from '../../index.ts'
import type { Env } from '../../providers/env.ts'
import { allRoutes } from '../routes/all-routes.ts'

export * from '../../index.ts'

type Job = keyof typeof SWEEPS
type Reads = { sql: string; rows: number }[]

/** Each address is asked many times in a row, also those with a limit. */
const WITHOUT_LIMIT = {
  getByName: () => ({
    take: async () => ({ allowed: true, retryAfterSeconds: 0 }),
    giveBack: async () => {},
  }),
} as unknown as Env['RATE_LIMITER']

/** Messages would be handled while the next call is measured. */
const SILENT = { send: async () => {}, sendBatch: async () => {} } as unknown as Queue

export default {
  ...shop,
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url)
    const later = (work: Promise<unknown>) => ctx.waitUntil(work)
    const reads: Reads = []
    const isTraced = request.headers.has('x-reads')
    const DB = isTraced ? counted(env.DB, reads) : env.DB
    const queues = { JOBS: SILENT, EVENTS: SILENT, FEED: SILENT }
    const measured: Env = { ...env, ...queues, DB, RATE_LIMITER: WITHOUT_LIMIT }
    const answer = async (): Promise<Response> => {
      switch (pathname) {
        case '/bench/names':
          return Response.json({ routes: getRoutes(), sweeps: await sweepsOf(env), books: BOOKS })
        case '/bench/written':
          isCounting = true
          return Response.json(written)
        case '/bench/sql': {
          const statements = (await request.json()) as string[]
          const results = await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)))
          return Response.json(results.at(-1)?.results)
        }
        case '/bench/sweep':
          return Response.json(
            await sweep(measured, later, searchParams.get('job') as Job, searchParams.get('name') ?? ''),
          )
        case '/bench/portion': {
          const [runId, after] = [Number(searchParams.get('run')), Number(searchParams.get('after'))]
          const job = { type: 'reconcile', runId, stage: searchParams.get('stage') ?? '', after } as const
          return Response.json(await runPortion(openShop(measured, openDb(DB), later), job, Date.now()))
        }
        default:
          return shop.fetch(request, isCounting ? countingWrites(env) : measured, ctx)
      }
    }
    const answered = await answer()
    if (!isTraced) return answered
    await answered.arrayBuffer()
    return Response.json(reads)
  },
  queue: (batch, env) => shop.queue(batch, isCounting ? countingWrites(env) : env),
} satisfies ExportedHandler<Env>

/** Rows written by requests and queues since `/bench/written` was asked first, index entries included, as D1 bills them. */
let written = 0
let isCounting = false

const countingWrites = (env: Env): Env => ({
  ...env,
  DB: intercepted(env.DB, async (_sent, run) => {
    const answer = await run()
    const results = (Array.isArray(answer) ? answer : [answer]) as { meta?: { rows_written?: number } }[]
    for (const { meta } of results) written += meta?.rows_written ?? 0
    return answer
  }),
})

const getRoutes = () => [
  ...new Set(allRoutes.filter(({ method }) => method === 'GET').map(({ path }) => `GET ${path}`)),
]

/** The names of all sweeps, by job, in their order. */
async function sweepsOf(env: Env): Promise<{ job: string; name: string }[]> {
  const found: { job: string; name: string }[] = []
  for (const job of Object.keys(SWEEPS) as Job[]) {
    await SWEEPS[job](
      env,
      openDb(env.DB),
      () => {},
      async (name) => void found.push({ job, name }),
    )
  }
  return found
}

/** Runs one sweep. Returns its result. */
async function sweep(env: Env, later: (work: Promise<unknown>) => void, job: Job, wanted: string) {
  let result: unknown = null
  await SWEEPS[job](env, openDb(env.DB), later, async (name, work) => {
    if (name === wanted) result = (await work()) ?? null
  })
  return result
}

/** The database, which also notes the rows that each read of a request reads. */
const counted = (db: D1Database, reads: Reads): D1Database =>
  intercepted(db, async (sent, run) => {
    for (const { sql, params } of sent) {
      if (!/^\s*(select|with)/i.test(sql)) continue
      const { meta } = await db
        .prepare(sql)
        .bind(...params)
        .all()
      reads.push({ sql, rows: meta.rows_read })
    }
    return run()
  })
