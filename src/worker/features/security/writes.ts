import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { securityEvents } from '../../db/schema/factors.ts'
import { type CountedEvents, hourOf, MAX_ROWS_PER_HOUR } from './rules.ts'

const sameHour = ({ kind, at }: CountedEvents) =>
  and(eq(securityEvents.kind, kind), gte(securityEvents.createdAt, hourOf(at)))

const isSame = ({ userId, network }: CountedEvents) =>
  sql`(${securityEvents.userId} is ${userId} and ${securityEvents.network} is ${network})`

/** The row of this kind, hour, account and network, with a count of 0; none where the hour has its most rows. */
export const addRow = (db: Db, events: CountedEvents) => {
  const inHour = db.select({ count: sql`count(*)` }).from(securityEvents).where(sameHour(events))
  const same = db
    .select({ one: sql`1` })
    .from(securityEvents)
    .where(and(sameHour(events), isSame(events)))
  return db.insert(securityEvents).select(
    db
      .select({
        id: sql<number>`null`.as('id'),
        kind: sql<string>`${events.kind}`.as('kind'),
        userId: sql<number | null>`${events.userId}`.as('user_id'),
        network: sql<string | null>`${events.network}`.as('network'),
        requestId: sql<string | null>`null`.as('request_id'),
        data: sql<unknown>`'{"count":0,"others":0}'`.as('data'),
        createdAt: sql<number>`${events.at}`.as('created_at'),
      })
      .from(sql`(select 1)`)
      .where(sql`not exists ${same} and ${inHour} < ${MAX_ROWS_PER_HOUR}`),
  )
}

/** Adds the count to the events' own row, else as `others` to the newest row of the hour. */
export const count = (db: Db, events: CountedEvents) => {
  const { userId, network, detail, route, status, name, at } = events
  const last = JSON.stringify({ detail, route, status, name, lastAt: at })
  const target = db
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(sameHour(events))
    .orderBy(desc(isSame(events)), desc(securityEvents.id))
    .limit(1)
  const own = sql`(user_id is ${userId} and network is ${network})`
  return db
    .update(securityEvents)
    .set({
      requestId: sql`case when ${own} then ${events.requestId ?? null} else request_id end`,
      data: sql`case when ${own}
        then json_patch(json_set(data, '$.count', json_extract(data, '$.count') + ${events.count}), ${last})
        else json_set(data, '$.others', json_extract(data, '$.others') + ${events.count}) end`,
    })
    .where(sql`${securityEvents.id} = ${target}`)
}

/** The number of events of this kind in the hour of these. */
export const selectTotal = (db: Db, events: CountedEvents) =>
  db
    .select({ total: sql<number>`sum(json_extract(data, '$.count') + json_extract(data, '$.others'))` })
    .from(securityEvents)
    .where(sameHour(events))

export const deleteEvents = (db: Db, before: number) =>
  db.delete(securityEvents).where(lt(securityEvents.createdAt, before))
