import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { HOUR } from '#shared/core/time.ts'
import type { PaymentStatus } from '#shared/payments/contract.ts'
import type { Db } from '../../db/client.ts'
import { paymentEvents, payments } from '../../db/schema/payments.ts'
import { awaitsFile, NO_FILE, sourcesOf } from './rules.ts'

/** Inserts one row per checkout or invoice: a repeated event changes nothing. */
export const insertFoundPayment = (db: Db, payment: typeof payments.$inferInsert) =>
  db
    .insert(payments)
    .values(payment)
    .onConflictDoNothing({ target: [payments.paymentProvider, payments.checkoutId] })

/**
 * Records an event that a payment has only once, as the first row of its batch: a second attempt rolls back completely.
 */
export const recordOnce = (
  db: Db,
  event: { paymentId: number; kind: string; source: string; details: Record<string, unknown>; now: number },
) =>
  db.insert(paymentEvents).values({
    paymentId: event.paymentId,
    kind: event.kind,
    source: event.source,
    details: event.details,
    createdAt: event.now,
  })

/**
 * The next revision, where the payment still has the revision that was read and may change to `to`; else null, which
 * the column refuses, so that the whole batch is refused.
 */
export const nextRevision = (seen: { revision: number }, to: PaymentStatus) =>
  sql<number>`case when ${payments.revision} = ${seen.revision}
    and (${payments.status} = ${to} or ${inArray(payments.status, sourcesOf(to))}) then ${payments.revision} + 1 end`

/**
 * Claims a payment for a call to its provider: every other change that was prepared since it was read is refused.
 * Returns the new revision; null where the payment changed since.
 */
export async function claimRevision(db: Db, seen: { id: number; revision: number }): Promise<number | null> {
  const claimed = await db
    .update(payments)
    .set({ revision: seen.revision + 1 })
    .where(and(eq(payments.id, seen.id), eq(payments.revision, seen.revision)))
    .returning({ revision: payments.revision })
  return claimed[0]?.revision ?? null
}

type Flagged = Pick<
  typeof payments.$inferSelect,
  'id' | 'revision' | 'status' | 'flaggedReason' | 'nextDeliveryAt'
>

/**
 * Clears the flag after a person's review of it. Where that was about something else, an order that still waits for its file
 * is flagged for that again. Guarded like every change.
 */
export function clearFlag(db: Db, seen: Flagged, now: number) {
  const isServed = seen.flaggedReason === NO_FILE && seen.status !== 'refunded'
  return db
    .update(payments)
    .set({
      revision: nextRevision(seen, seen.status),
      flaggedReason: !isServed && awaitsFile(seen) ? NO_FILE : null,
      ...(isServed && { nextDeliveryAt: null }),
      updatedAt: now,
    })
    .where(eq(payments.id, seen.id))
}

/** Stores that the file was delivered: the payment is not flagged for it any more. Guarded like every change. */
export const endDelivery = (
  db: Db,
  seen: { id: number; revision: number; status: PaymentStatus },
  now: number,
) =>
  db
    .update(payments)
    .set({
      revision: nextRevision(seen, seen.status),
      flaggedReason: sql`nullif(${payments.flaggedReason}, ${NO_FILE})`,
      nextDeliveryAt: null,
      updatedAt: now,
    })
    .where(eq(payments.id, seen.id))

/** After a delivery that failed. Returns no row where the file was delivered meanwhile. */
export const postponeDelivery = (db: Db, paymentId: number, now: number) =>
  db
    .update(payments)
    .set({ nextDeliveryAt: now + HOUR })
    .where(and(eq(payments.id, paymentId), isNotNull(payments.nextDeliveryAt)))
    .returning({ id: payments.id })

/** The id of the payment with this reference, within the batch that inserts it. */
export const idOfReference = (reference: string) =>
  sql<number>`(select p.id from payments p where p.reference = ${reference})`
