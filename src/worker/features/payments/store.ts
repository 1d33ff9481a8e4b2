import { and, asc, between, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { emailIdentity } from '../../core/email-address.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { payments, webhookEvents } from '../../db/schema/payments.ts'
import { refunds } from '../../db/schema/refunds.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'

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

export async function findByIntent(
  db: Db,
  provider: Payment['paymentProvider'],
  intentId: string,
): Promise<PaymentWithProduct | undefined> {
  const [row] = await selectPayments(db)
    .where(and(eq(payments.paymentProvider, provider), eq(payments.intentId, intentId)))
    .limit(1)
  return row
}

export async function findById(db: Db, id: number): Promise<PaymentWithProduct | undefined> {
  const [row] = await selectPayments(db).where(eq(payments.id, id)).limit(1)
  return row
}

/** What our own refunds of this payment gave back, in cents, for a provider that does not say. */
export async function findGivenBack(db: Db, paymentId: number): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)`.as('cents') })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), inArray(refunds.status, ['pending', 'succeeded'])))
  return row?.cents ?? 0
}

/** The payment that pays for the latest period of this subscription. */
export const findLatestOf = (db: Db, subscriptionId: number) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.subscriptionId, subscriptionId), isNotNull(payments.paymentDate)))
    .orderBy(desc(payments.periodEnd), desc(payments.id))
    .limit(1)

/** The subscription a renewal belongs to, with whom its first payment was referred by. */
export const findRenewed = (db: Db, stripeSubscriptionId: string) =>
  db
    .select({
      id: subscriptions.id,
      userId: subscriptions.userId,
      email: subscriptions.email,
      scriptId: subscriptions.scriptId,
      referrerId: sql<number | null>`(select p.referrer_id from payments p
        where p.subscription_id = subscriptions.id order by p.id limit 1)`.as('referrer_id'),
    })
    .from(subscriptions)
    .where(eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId))
    .limit(1)

/** Also one that is not listed any more: its pay page may still be about. */
export const findScript = (db: Db, id: number) => db.select().from(scripts).where(eq(scripts.id, id)).limit(1)

const isConfirmed = and(
  isNotNull(users.emailVerifiedAt),
  isNull(users.deactivatedAt),
  isNull(users.deletedAt),
)

/** The account that has shown this address to be its own. */
export const findConfirmedAccount = (db: Db, emailKey: string) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, emailKey), isConfirmed))
    .limit(1)

/** The id up to which there are payments without an account. */
export const newestGuestPayment = (db: Db) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(isNull(payments.userId))
    .orderBy(desc(payments.id))
    .limit(1)

/** Whether anything was bought without an account under this address. */
export const findGuestPayment = (db: Db, emailKey: string) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.emailIdentity, emailIdentity(emailKey)),
        sql`lower(${payments.email}) = ${emailKey}`,
        isNull(payments.userId),
        isNotNull(payments.paymentDate),
      ),
    )
    .limit(1)

/** Accounts to which payments of these ids belong by a confirmed address. A cross join keeps the order: payments first. */
export const listOwnersOfGuestPayments = (db: Db, ids: { from: number; to: number }, limit: number) =>
  db
    .selectDistinct({ userId: users.id, emailKey: users.emailKey })
    .from(payments)
    .crossJoin(users)
    .where(
      and(
        isNull(payments.userId),
        isNotNull(payments.paymentDate),
        between(payments.id, ids.from, ids.to),
        eq(users.emailKey, sql`lower(${payments.email})`),
        isConfirmed,
      ),
    )
    .limit(limit)

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
