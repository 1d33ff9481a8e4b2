import { and, asc, desc, eq, isNotNull, lt, lte } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { payments, webhookEvents } from '../../db/schema/payments.ts'

export type Payment = typeof payments.$inferSelect
export type PaymentWithProduct = { payment: Payment; product: typeof scripts.$inferSelect }

const selectPayments = (db: Db) =>
  db
    .select({ payment: payments, product: scripts })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))

export async function findByReference(db: Db, reference: string): Promise<PaymentWithProduct | undefined> {
  const [row] = await selectPayments(db).where(eq(payments.reference, reference)).limit(1)
  return row
}

export async function findByCheckout(
  db: Db,
  provider: Payment['paymentProvider'],
  checkoutId: string,
): Promise<PaymentWithProduct | undefined> {
  const [row] = await selectPayments(db)
    .where(and(eq(payments.paymentProvider, provider), eq(payments.paymentId, checkoutId)))
    .limit(1)
  return row
}

/** A stranger's payment is absent. By our id, or by the provider's checkout id. */
export async function findOwnPayment(
  db: Db,
  userId: number,
  reference: number | string,
): Promise<PaymentWithProduct | undefined> {
  const [row] = await selectPayments(db)
    .where(
      and(
        eq(payments.userId, userId),
        typeof reference === 'number' ? eq(payments.id, reference) : eq(payments.paymentId, reference),
      ),
    )
    .limit(1)
  return row
}

export async function findByClientId(
  db: Db,
  userId: number,
  clientPaymentId: string,
): Promise<PaymentWithProduct | undefined> {
  const [row] = await selectPayments(db)
    .where(and(eq(payments.userId, userId), eq(payments.clientPaymentId, clientPaymentId)))
    .limit(1)
  return row
}

/** The buyer's open checkout of this product: there is one at most. */
export async function findOpen(
  db: Db,
  userId: number,
  scriptId: number,
): Promise<PaymentWithProduct | undefined> {
  const [row] = await selectPayments(db)
    .where(and(eq(payments.userId, userId), eq(payments.scriptId, scriptId), eq(payments.status, 'pending')))
    .limit(1)
  return row
}

/** Every checkout of this buyer that may still be paid. */
export const listOpen = (db: Db, userId: number): Promise<PaymentWithProduct[]> =>
  selectPayments(db).where(and(eq(payments.userId, userId), eq(payments.status, 'pending')))

/** Payments that moved money, newest first; one row more than `limit`. */
export const listPurchases = (db: Db, userId: number, page: { limit: number; cursor?: number | undefined }) =>
  selectPayments(db)
    .where(
      and(
        eq(payments.userId, userId),
        isNotNull(payments.paymentDate),
        page.cursor === undefined ? undefined : lt(payments.id, page.cursor),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(page.limit + 1)

/** Payments the sweep owes a look, longest waiting first. */
export const listDue = (db: Db, now: number, limit: number) =>
  selectPayments(db).where(lte(payments.nextCheckAt, now)).orderBy(asc(payments.nextCheckAt)).limit(limit)

/** Stored events that were not acted on to the end and whose turn it is. */
export const listDueEvents = (db: Db, now: number, limit: number) =>
  db
    .select()
    .from(webhookEvents)
    .where(lte(webhookEvents.nextAttemptAt, now))
    .orderBy(asc(webhookEvents.nextAttemptAt))
    .limit(limit)

export const findEvent = async (db: Db, provider: string, eventId: string) => {
  const [row] = await db
    .select()
    .from(webhookEvents)
    .where(and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, eventId)))
    .limit(1)
  return row
}
