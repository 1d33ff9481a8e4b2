import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { webhookEvents } from '../../../db/schema/payments.ts'
import { nextAttemptAt } from './rules.ts'

/** Stores every event once. */
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

type SeenEvent = { provider: string; eventId: string; attempts: number }

const isOpen = ({ provider, eventId }: SeenEvent) =>
  and(
    eq(webhookEvents.provider, provider),
    eq(webhookEvents.eventId, eventId),
    isNull(webhookEvents.handledAt),
  )

/**
 * Counts an attempt before it begins: where the attempt kills its invocation, the event is not before all others again.
 * Returns no row where another run handled or attempted the event since it was read.
 */
export const claimEvent = (db: Db, event: SeenEvent, now: number) =>
  db
    .update(webhookEvents)
    .set({
      lastError: 'An attempt was begun and did not end.',
      attempts: event.attempts + 1,
      nextAttemptAt: nextAttemptAt(event.attempts + 1, now),
    })
    .where(and(isOpen(event), eq(webhookEvents.attempts, event.attempts)))
    .returning({ id: webhookEvents.id })

export const markEventHandled = (db: Db, event: SeenEvent, outcome: string, now: number) =>
  db
    .update(webhookEvents)
    .set({
      handledAt: now,
      outcome,
      nextAttemptAt: null,
      lastError: null,
      attempts: event.attempts + 1,
    })
    .where(isOpen(event))

/** Schedules the next attempt, later after each attempt. Where no attempt is left, the event is left to a person. */
export const postponeEvent = (db: Db, event: SeenEvent & { error: string | null }, now: number) =>
  db
    .update(webhookEvents)
    .set({
      lastError: event.error,
      attempts: event.attempts + 1,
      nextAttemptAt: nextAttemptAt(event.attempts + 1, now),
    })
    .where(isOpen(event))

/** Deletes the payloads of old handled events, which have data of buyers. The arrival and the outcome are kept. */
export const forgetPayloads = (db: Db, before: number) =>
  db
    .update(webhookEvents)
    .set({ payload: '' })
    .where(
      and(
        lt(webhookEvents.receivedAt, before),
        isNotNull(webhookEvents.handledAt),
        // A literal, as in the condition of the partial index `webhook_events_payloads`.
        sql`${webhookEvents.payload} <> ''`,
      ),
    )
