import { AsyncLocalStorage } from 'node:async_hooks'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { openDb } from '../db/client.ts'
import { intercepted } from '../db/intercepted.ts'
import type { AppEnv } from './app-env.ts'
import { mayReadReplica } from './read-rules.ts'
import { seenRevision } from './seen-revision.ts'

/**
 * Opens the request's database where its route reads (`read-rules.ts`): at the primary for a browser that has just changed
 * the public pages, and for a page that is kept. In local runs the answer names the round trips
 * to it, their time and the whole time in `Server-Timing`. A deployment does not: the times would tell a guesser more.
 */
export const openDatabase: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isLocal = c.env.SANDBOX !== undefined
  const binding = isLocal ? counted(c.env.DB) : c.env.DB
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

const countedBindings = new WeakMap<D1Database, D1Database>()

/** The binding, which counts the round trips of each request. */
function counted(binding: D1Database): D1Database {
  const known = countedBindings.get(binding)
  if (known) return known
  const counting = intercepted(binding, async (_, run) => {
    const sentAt = performance.now()
    const trips = tripsOfRequest.getStore()
    if (trips) trips.count += 1
    try {
      return await run()
    } finally {
      if (trips) trips.ms += performance.now() - sentAt
    }
  })
  countedBindings.set(binding, counting)
  return counting
}
