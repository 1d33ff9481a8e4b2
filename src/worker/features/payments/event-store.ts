import { and, asc, eq, lte } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { webhookEvents } from '../../db/schema/payments.ts'

/** Stored events that were not acted on to the end and whose turn it is. */
export const listDueEvents = (db: Db, now: number, limit: number) =>
  db
    .select()
    .from(webhookEvents)
    .where(lte(webhookEvents.nextAttemptAt, now))
    .orderBy(asc(webhookEvents.nextAttemptAt))
    .limit(limit)

/** A stored event by our id. */
export async function findEventById(db: Db, id: number) {
  const [row] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, id)).limit(1)
  return row
}

/** Whether a stored event was handled; not executed, for a batch. */
export const selectHandledAt = (db: Db, { provider, eventId }: { provider: string; eventId: string }) =>
  db
    .select({ handledAt: webhookEvents.handledAt })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, eventId)))
    .limit(1)

export const findEvent = async (db: Db, provider: string, eventId: string) => {
  const [row] = await db
    .select()
    .from(webhookEvents)
    .where(and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, eventId)))
    .limit(1)
  return row
}
