import { AsyncLocalStorage } from 'node:async_hooks'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { SECOND } from '#shared/core/time.ts'
import { within } from '../core/within.ts'
import { openDb } from '../db/client.ts'
import { intercepted } from '../db/intercepted.ts'
import type { AppEnv } from './app-env.ts'
import { mayReadReplica } from './read-rules.ts'
import { seenRevision } from './seen-revision.ts'

/**
 * How long a change waits for each round trip. A database that hangs answers after half a minute, and a checkout has more
 * than one trip: the buyer gets the error sooner.
 */
const PATIENCE_MS = 10 * SECOND

/**
 * Opens the request's database where its route reads (`read-rules.ts`): at the primary for a browser that has just changed
 * the public pages, and for a page that is kept. In local runs the answer names the round trips
 * to it, their time and the whole time in `Server-Timing`. A deployment does not: the times would tell a guesser more.
 */
export const openDatabase: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isLocal = c.env.SANDBOX !== undefined
  const database = c.req.method === 'GET' ? c.env.DB : patient(c.env.DB)
  const binding = isLocal ? counted(database) : database
  // Who has just changed a public page sees the change.
  const isAnywhere = seenRevision(c.req.raw) === undefined && mayReadReplica(matchedRoutes(c))
  c.set('db', openDb(isAnywhere ? binding.withSession('first-unconstrained') : binding))
  if (!isLocal) return next()
  const begun = performance.now()
  const trips = { count: 0, ms: 0 }
  await tripsOfRequest.run(trips, next)
  // An answer that opens a WebSocket has to stay as it is.
  if (c.res.status === 101) return
  const total = performance.now() - begun
  c.header(
    'Server-Timing',
    `db;desc="trips: ${trips.count}";dur=${trips.ms.toFixed(1)}, total;dur=${total.toFixed(1)}`,
  )
}

const tripsOfRequest = new AsyncLocalStorage<{ count: number; ms: number }>()

/** `around` each round trip of a binding, made once for each: `openDb` keeps what it makes by the binding. */
function keptAround(around: Parameters<typeof intercepted>[1]): (binding: D1Database) => D1Database {
  const made = new WeakMap<D1Database, D1Database>()
  return (binding) => {
    const known = made.get(binding) ?? intercepted(binding, around)
    made.set(binding, known)
    return known
  }
}

/** The binding, which counts the round trips of each request. */
const counted = keptAround(async (_, run) => {
  const sentAt = performance.now()
  const trips = tripsOfRequest.getStore()
  if (trips) trips.count += 1
  try {
    return await run()
  } finally {
    if (trips) trips.ms += performance.now() - sentAt
  }
})

/** The binding, whose round trips fail where they take too long, as where the database is away (`isDatabaseDown`). */
const patient = keptAround(async (_, run) => {
  const answer = await within(
    run().then((value) => ({ value })),
    PATIENCE_MS,
  )
  if (!answer) throw new Error('The database did not answer')
  return answer.value
})
