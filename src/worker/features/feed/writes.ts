import { and, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { feedEvents, shopTotals } from '../../db/schema/stats.ts'
import { truth } from './store.ts'

/** The newest stays: its id is how far a hub has got. */
export const forgetEvents = (db: Db, before: number) =>
  db
    .delete(feedEvents)
    .where(and(lt(feedEvents.createdAt, before), sql`${feedEvents.id} < (select max(id) from feed_events)`))

/** The counters counted again, in the moment they are written. */
export const recount = (db: Db) => db.update(shopTotals).set(truth)
