import { and, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { webhookEvents } from '../../db/schema/payments.ts'
import { nextAttemptAt } from './rules.ts'

/** The inbox keeps every event once, whatever is done with it later. */
export const storeEvent = (
  db: Db,
  event: { provider: string; eventId: string; type: string; payload: string; now: number },
) =>
  db
    .insert(webhookEvents)
    .values({
      provider: event.provider,
      eventId: event.eventId,
      type: event.type,
      payload: event.payload,
      receivedAt: event.now,
      nextAttemptAt: nextAttemptAt(0, event.now),
    })
    .onConflictDoNothing()

export const markEventHandled = (db: Db, provider: string, eventId: string, outcome: string, now: number) =>
  db
    .update(webhookEvents)
    .set({
      handledAt: now,
      outcome,
      nextAttemptAt: null,
      lastError: null,
      attempts: sql`${webhookEvents.attempts} + 1`,
    })
    .where(
      and(
        eq(webhookEvents.provider, provider),
        eq(webhookEvents.eventId, eventId),
        isNull(webhookEvents.handledAt),
      ),
    )

/** To be taken up again later than after the tries before; given up, for a person to see, when there is no next time. */
export const postponeEvent = (
  db: Db,
  event: { provider: string; eventId: string; attempts: number; error: string | null },
  now: number,
) =>
  db
    .update(webhookEvents)
    .set({
      lastError: event.error,
      attempts: event.attempts + 1,
      nextAttemptAt: nextAttemptAt(event.attempts + 1, now),
    })
    .where(
      and(
        eq(webhookEvents.provider, event.provider),
        eq(webhookEvents.eventId, event.eventId),
        isNull(webhookEvents.handledAt),
      ),
    )

/** What is kept of old events is that they came and what was made of them, not what they said of the buyer. */
export const forgetPayloads = (db: Db, before: number) =>
  db
    .update(webhookEvents)
    .set({ payload: '' })
    .where(
      and(
        lt(webhookEvents.receivedAt, before),
        isNotNull(webhookEvents.handledAt),
        ne(webhookEvents.payload, ''),
      ),
    )
