import { and, asc, eq, gte, lt, lte, notInArray } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { paymentEvents, webhookEvents } from '../../../db/schema/payments.ts'

/** Stored events that are not handled and are due, except those of the providers in `without`. */
export const listDueEvents = (db: Db, now: number, limit: number, without: readonly string[]) =>
  db
    .select()
    .from(webhookEvents)
    .where(and(lte(webhookEvents.nextAttemptAt, now), notInArray(webhookEvents.provider, [...without])))
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

/** The number of states of a dispute in the payment's history, and the latest one; `prefix` identifies the dispute. */
export async function findDisputeHistory(db: Db, paymentId: number, prefix: string) {
  const rows = await db
    .select({ details: paymentEvents.details })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.paymentId, paymentId),
        gte(paymentEvents.kind, prefix),
        lt(paymentEvents.kind, `${prefix}~`),
      ),
    )
    .orderBy(asc(paymentEvents.id))
  return { count: rows.length, latest: rows.at(-1)?.details ?? null }
}
