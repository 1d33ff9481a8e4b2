import { and, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { feedEvents, shopTotals } from '../../db/schema/stats.ts'
import { truth } from './store.ts'

/** Deletes old events. The newest event stays: the cursor of a hub is compared with its id. */
export const forgetEvents = (db: Db, before: number) =>
  db
    .delete(feedEvents)
    .where(and(lt(feedEvents.createdAt, before), sql`${feedEvents.id} < (select max(id) from feed_events)`))

/** Recounts the counters, in the statement that writes them. */
export const recount = (db: Db) => db.update(shopTotals).set(truth)
