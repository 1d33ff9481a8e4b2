import { and, asc, between, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { emailIdentity } from '../../core/email-address.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { paymentCheckouts, payments, webhookEvents } from '../../db/schema/payments.ts'
import { refunds } from '../../db/schema/refunds.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'
import { CRYPTO_PROVIDERS } from './contract.ts'
import { isOutsideSale, type MoneyAside, moneyAside } from './writes.ts'

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

/** By the page it was opened at, or by one for the rest of it. */
export async function findByCheckout(
  db: Db,
  provider: Payment['paymentProvider'],
  checkoutId: string,
): Promise<PaymentWithProduct | undefined> {
  const [row] = await selectPayments(db)
    .where(
      sql`${payments.id} in (
        select p.id from payments p where p.payment_provider = ${provider} and p.payment_id = ${checkoutId}
        union all
        select c.payment_id from payment_checkouts c where c.provider = ${provider} and c.checkout_id = ${checkoutId})`,
    )
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

/** Pages for the rest of a payment, oldest first. */
export const listRests = (db: Db, paymentId: number) =>
  db
    .select()
    .from(paymentCheckouts)
    .where(eq(paymentCheckouts.paymentId, paymentId))
    .orderBy(asc(paymentCheckouts.id))

export type Rest = typeof paymentCheckouts.$inferSelect

/** The one page for the rest that is open. */
export async function findOpenRest(db: Db, paymentId: number): Promise<Rest | undefined> {
  const [row] = await db
    .select()
    .from(paymentCheckouts)
    .where(and(eq(paymentCheckouts.paymentId, paymentId), isNull(paymentCheckouts.closedAt)))
    .limit(1)
  return row
}

const isReturn = isOutsideSale('refunds')

/**
 * What our own refunds of this payment gave back, in cents: of the sale itself, and outside it (before it was complete, or
 * because it was too much).
 */
export async function findGivenBack(db: Db, paymentId: number): Promise<{ ofSale: number; outside: number }> {
  const [row] = await db
    .select({
      ofSale: sql<number>`coalesce(sum(${refunds.amountCents}) filter (where not ${isReturn}), 0)`,
      outside: sql<number>`coalesce(sum(${refunds.amountCents}) filter (where ${isReturn}), 0)`,
    })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        // A refund of the sale that is only approved has not gone yet; what is returned was taken out at once.
        sql`(${refunds.status} in ('pending', 'succeeded') or (${refunds.status} = 'approved' and ${isReturn}))`,
      ),
    )
  return row ?? { ofSale: 0, outside: 0 }
}

export type Return = typeof refunds.$inferSelect

/** Money that went, or goes, back outside the sale, newest first. */
export const listReturns = (db: Db, paymentId: number): Promise<Return[]> =>
  db
    .select()
    .from(refunds)
    .where(
      and(eq(refunds.paymentId, paymentId), inArray(refunds.status, ['approved', 'succeeded']), isReturn),
    )
    .orderBy(desc(refunds.id))

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

/** Money came: a purchase, or the part of one that waits for its buyer. */
const movedMoney = or(isNotNull(payments.paymentDate), gt(payments.receivedCents, 0))

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
        movedMoney,
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
        movedMoney,
        between(payments.id, ids.from, ids.to),
        eq(users.emailKey, sql`lower(${payments.email})`),
        isConfirmed,
      ),
    )
    .limit(limit)

/** A payment as its buyer is shown it. */
export type PaymentSeen = PaymentWithProduct & {
  aside: MoneyAside
}

const selectSeen = (db: Db) =>
  db
    .select({ payment: payments, product: scripts, aside: moneyAside })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))

/** A stranger's payment is absent. By our id, or by the provider's checkout id. */
export async function findOwnPayment(
  db: Db,
  userId: number,
  reference: number | string,
): Promise<PaymentSeen | undefined> {
  const [row] = await selectSeen(db)
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
  selectSeen(db)
    .where(
      and(
        eq(payments.userId, userId),
        isNotNull(payments.paymentDate),
        page.cursor === undefined ? undefined : lt(payments.id, page.cursor),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(page.limit + 1)

/**
 * The buyer's crypto payments that wait for something: to be paid or confirmed, for the rest, for what was too much or
 * came too early to be taken back, or with a claim address that is younger than `since`.
 */
export const listWaiting = (db: Db, userId: number, since: number): Promise<PaymentSeen[]> =>
  selectSeen(db)
    .where(
      and(
        eq(payments.userId, userId),
        inArray(payments.paymentProvider, [...CRYPTO_PROVIDERS]),
        or(
          and(eq(payments.status, 'pending'), isNotNull(payments.hostedUrl)),
          and(inArray(payments.status, ['expired', 'failed']), gt(payments.receivedCents, 0)),
          and(isNotNull(payments.paymentDate), gt(payments.receivedCents, payments.amountCents)),
          sql`exists (select 1 from refunds r where r.payment_id = ${payments.id}
            and r.status in ('approved', 'succeeded') and r.updated_at > ${since} and ${isOutsideSale('r')})`,
        ),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(20)

/** Crypto payments of which a part lies here, unsettled: with them their buyer would lose it. */
export const listHeld = (db: Db, userId: number) =>
  selectPayments(db).where(
    and(
      eq(payments.userId, userId),
      inArray(payments.paymentProvider, [...CRYPTO_PROVIDERS]),
      isNull(payments.paymentDate),
      gt(payments.receivedCents, 0),
    ),
  )

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
