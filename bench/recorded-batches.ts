// The D1 batches that a request of the shop sends, and a bare Worker that sends the same ones and nothing else.
import { withEntry } from './around-worker.ts'

export type SentBatch = { sql: string; params: unknown[] }[]

/** Around the built Worker: a request with the header `bench-record: 1` is answered with its batches instead. */
export const withRecorder = <Worker extends Parameters<typeof withEntry>[0]>(worker: Worker): Worker =>
  withEntry(worker, recorder)

const recorder = (real: string): string => `
import * as worker from '${real}'
export * from '${real}'

const of = new WeakMap()
const recorded = (database, batches) => ({
  prepare: (sql) => statement(database.prepare(sql), { sql, params: [] }, batches),
  batch: (all) => {
    batches.push(all.map((one) => of.get(one).sent))
    return database.batch(all.map((one) => of.get(one).real))
  },
  withSession: (rule) => recorded(database.withSession(rule), batches),
  getBookmark: () => database.getBookmark(),
})
const statement = (real, sent, batches) => {
  const alone = (name) => (...args) => {
    batches.push([sent])
    return real[name](...args)
  }
  const one = {
    bind: (...params) => statement(real.bind(...params), { ...sent, params }, batches),
    all: alone('all'), raw: alone('raw'), first: alone('first'), run: alone('run'),
  }
  of.set(one, { real, sent })
  return one
}

export default {
  ...worker.default,
  async fetch(request, env, ctx) {
    if (request.headers.get('bench-record') !== '1') return worker.default.fetch(request, env, ctx)
    const batches = []
    const answer = await worker.default.fetch(request, { ...env, DB: recorded(env.DB, batches) }, ctx)
    await answer.arrayBuffer()
    return Response.json(batches)
  },
}`

/** A Worker that sends these batches, one after the other, and returns the body. */
export const repeater = (batches: readonly SentBatch[], body: string): string => `
const body = ${JSON.stringify(body)}
const batches = ${JSON.stringify(batches)}
export default {
  async fetch(request, { DB }) {
    for (const batch of batches)
      await DB.batch(batch.map(({ sql, params }) => DB.prepare(sql).bind(...params)))
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  },
}`
