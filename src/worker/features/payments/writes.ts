import { eq, inArray, sql } from 'drizzle-orm'
import type { PaymentStatus } from '#shared/payments/contract.ts'
import type { Db } from '../../db/client.ts'
import { paymentEvents, payments } from '../../db/schema/payments.ts'
import { sourcesOf } from './rules.ts'

/** Once per checkout or invoice: a copy of the event finds the row that is there. */
export const insertFoundPayment = (db: Db, payment: typeof payments.$inferInsert) =>
  db
    .insert(payments)
    .values(payment)
    .onConflictDoNothing({ target: [payments.paymentProvider, payments.checkoutId] })

/** What happens to a payment once: the first row of its batch, so that a second try rolls back whole. */
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
 * The next revision, where the payment still is the one that was decided about and may become `to`; else null, which the
 * column refuses, and the batch with it.
 */
export const nextRevision = (seen: { revision: number }, to: PaymentStatus) =>
  sql<number>`case when ${payments.revision} = ${seen.revision}
    and (${payments.status} = ${to} or ${inArray(payments.status, sourcesOf(to))}) then ${payments.revision} + 1 end`

/** A person, or a file that was published, has seen to it. Guarded as every change. */
export const clearFlag = (
  db: Db,
  seen: { id: number; revision: number; status: PaymentStatus },
  now: number,
) =>
  db
    .update(payments)
    .set({ revision: nextRevision(seen, seen.status), flaggedReason: null, updatedAt: now })
    .where(eq(payments.id, seen.id))
