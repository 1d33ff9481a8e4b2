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
  const begun = performance.now()
  let [trips, inDatabase] = [0, 0]
  const binding = isLocal
    ? intercepted(c.env.DB, async (_, run) => {
        const sentAt = performance.now()
        trips++
        try {
          return await run()
        } finally {
          inDatabase += performance.now() - sentAt
        }
      })
    : c.env.DB
  // Who has just changed a public page sees the change.
  const isAnywhere = seenRevision(c.req.raw) === undefined && mayReadReplica(matchedRoutes(c))
  c.set('db', openDb(isAnywhere ? binding.withSession('first-unconstrained') : binding))
  await next()
  // An answer that opens a WebSocket has to stay as it is.
  if (!isLocal || c.res.status === 101) return
  const total = performance.now() - begun
  c.header(
    'Server-Timing',
    `db;desc="trips: ${trips}";dur=${inDatabase.toFixed(1)}, total;dur=${total.toFixed(1)}`,
  )
}
