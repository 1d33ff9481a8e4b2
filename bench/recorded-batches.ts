// The D1 batches that a request of the shop sends, and a bare Worker that sends the same ones and nothing else.
import { withEntry } from './around-worker.ts'

export type SentBatch = { sql: string; params: unknown[] }[]

/**
 * Around the built Worker: a request with the header `bench-record: 1` is answered with its batches instead, also those
 * after its answer. `/bench/notice` does what the recorded request of a test notification did, for the caller's account and
 * nothing else: the same batches, and the push to the same hub between them.
 */
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

const sidOf = async (request) => {
  const [, token] = /session=([^;]+)/.exec(request.headers.get('cookie'))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return new Uint8Array(hash).toHex()
}
const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/
let known

async function notice(request, { DB, USER_HUB }, ctx) {
  const [sid, uuid] = [await sidOf(request), crypto.randomUUID()]
  const sendAll = (batch, fill) =>
    DB.batch(batch.map(({ sql, params }) => DB.prepare(sql).bind(...params.map(fill))))
  const [asked, marked] = known.batches
  const [, { results: [row] }] = await sendAll(asked, (value) =>
    value === known.sid ? sid : typeof value === 'string' ? value.replaceAll(known.uuid, uuid) : value,
  )
  const dispatch = async () => {
    await USER_HUB.getByName(row.hub).push(row.key, JSON.parse(row.payload).messages)
    await sendAll(marked, (value) => (/^\\[/.test(value) ? JSON.stringify([row.id]) : value))
  }
  ctx.waitUntil(dispatch())
  return new Response(known.body, { headers: { 'content-type': 'application/json' } })
}

export default {
  ...worker.default,
  async fetch(request, env, ctx) {
    if (request.url.includes('/bench/notice')) return notice(request, env, ctx)
    if (request.headers.get('bench-record') !== '1') return worker.default.fetch(request, env, ctx)
    const batches = []
    const answer = await worker.default.fetch(request, { ...env, DB: recorded(env.DB, batches) }, ctx)
    const body = await answer.text()
    await scheduler.wait(200)
    const [uuid] = UUID.exec(JSON.stringify(batches)) ?? []
    known = { batches, body, uuid, sid: await sidOf(request) }
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
