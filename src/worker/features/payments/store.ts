import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { paymentCheckouts, paymentEvents, payments } from '../../db/schema/payments.ts'
import { refunds } from '../../db/schema/refunds.ts'
import { CRYPTO_PROVIDERS } from './contract.ts'
import { isOutsideSale, type MoneyAside, moneyAside } from './part-writes.ts'
import { PROCESSING_KIND } from './writes.ts'

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

/** How many states of a dispute the payment's history holds, and the latest; `prefix` names the dispute. */
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

/** Also one that is not listed any more: its pay page may still be about. */
export const findScript = (db: Db, id: number) => db.select().from(scripts).where(eq(scripts.id, id)).limit(1)

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

/**
 * The buyer's payments that are on their way, and crypto payments that wait for something: to be paid or confirmed, for the rest, for what was too much or
 * came too early to be taken back, or with a claim address that is younger than `since`.
 */
export const listWaiting = (db: Db, userId: number, since: number): Promise<PaymentSeen[]> =>
  selectSeen(db)
    .where(
      and(
        eq(payments.userId, userId),
        or(
          sql`${moneyAside.isProcessing}`,
          and(
            inArray(payments.paymentProvider, [...CRYPTO_PROVIDERS]),
            or(
              and(eq(payments.status, 'pending'), isNotNull(payments.hostedUrl)),
              and(inArray(payments.status, ['expired', 'failed']), gt(payments.receivedCents, 0)),
              and(isNotNull(payments.paymentDate), gt(payments.receivedCents, payments.amountCents)),
              sql`exists (select 1 from refunds r where r.payment_id = ${payments.id}
                and r.status in ('approved', 'succeeded') and r.updated_at > ${since} and ${isOutsideSale('r')})`,
            ),
          ),
        ),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(20)

/** Crypto payments of which a part lies here, unsettled, or more than they cost: with them their buyer would lose it. */
export const listHeld = (db: Db, userId: number) =>
  selectPayments(db).where(
    and(
      eq(payments.userId, userId),
      inArray(payments.paymentProvider, [...CRYPTO_PROVIDERS]),
      or(
        and(isNull(payments.paymentDate), gt(payments.receivedCents, 0)),
        gt(payments.receivedCents, payments.amountCents),
      ),
    ),
  )

/** Crypto payments of which money is about to go back: their buyer is yet to hear where to claim it. */
export const listReturning = (db: Db, userId: number) =>
  selectPayments(db).where(
    and(
      eq(payments.userId, userId),
      inArray(payments.paymentProvider, [...CRYPTO_PROVIDERS]),
      sql`exists (select 1 from refunds r where r.payment_id = ${payments.id} and r.status in ('review', 'approved'))`,
    ),
  )

/**
 * Ids of the payments that are not final: open, flagged, or still asked about though closed. Each part is read by an
 * index that holds nothing else, which is named where the planner would walk all payments for having them in order.
 */
const unsettledIds = (before: number) => sql`(
  select p.id from payments p where p.status = 'pending' and p.id < ${before}
  union select p.id from payments p indexed by payments_due where p.next_check_at is not null and p.id < ${before}
  union select p.id from payments p where p.flagged_reason is not null and p.id < ${before})`

const unsettledCount = sql<number>`(select count(*) from ${unsettledIds(Number.MAX_SAFE_INTEGER)})`

/** Newest first, each with how many there are in all; one row more than `limit`. */
export const listUnsettled = (
  db: Db,
  page: { limit: number; cursor?: number | undefined },
): Promise<(PaymentWithProduct & { count: number })[]> =>
  db
    .select({ payment: payments, product: scripts, count: unsettledCount.as('count') })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))
    .where(sql`${payments.id} in ${unsettledIds(page.cursor ?? Number.MAX_SAFE_INTEGER)}`)
    .orderBy(desc(payments.id))
    .limit(page.limit + 1)

export async function countUnsettled(db: Db): Promise<number> {
  const [row] = await db.all<{ n: number }>(sql`select ${unsettledCount} as n`)
  return row?.n ?? 0
}

/** Payments that are due for a check by the sweep, longest waiting first. */
export const listDue = (db: Db, now: number, limit: number) =>
  selectPayments(db).where(lte(payments.nextCheckAt, now)).orderBy(asc(payments.nextCheckAt)).limit(limit)

/** Whether the buyer of an open payment has paid, and the money is on its way. */
export async function isProcessing(db: Db, id: number): Promise<boolean> {
  const [row] = await db.all<{ yes: number }>(sql`select exists (select 1 from payments p
    join payment_events e on e.payment_id = p.id and e.kind = ${PROCESSING_KIND}
    where p.id = ${id} and p.status = 'pending' and p.received_cents = 0) as yes`)
  return row?.yes === 1
}
