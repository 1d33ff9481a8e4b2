import { and, desc, eq, getTableColumns, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { CRYPTO_PROVIDERS } from '#shared/payments/contract.ts'
import type { UserId } from '../../db/account-batch.ts'
import { aliased, type Db } from '../../db/client.ts'
import { isOutsideSale, type MoneyHistory, moneyHistory } from '../../db/payment-history.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { payments } from '../../db/schema/payments.ts'

export type Payment = typeof payments.$inferSelect

export type PaymentWithProduct = { payment: Payment; product: typeof scripts.$inferSelect }

/** May run in a batch: the product's columns have names of their own. */
export const selectPayments = (db: Db) =>
  db
    .select({ payment: payments, product: aliased('product', getTableColumns(scripts)) })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))

export async function findByReference(db: Db, reference: string): Promise<PaymentWithProduct | undefined> {
  const [row] = await selectPayments(db).where(eq(payments.reference, reference)).limit(1)
  return row
}

/** By its first checkout, or by one for its balance. */
export async function findByCheckout(
  db: Db,
  provider: Payment['paymentProvider'],
  checkoutId: string,
): Promise<PaymentWithProduct | undefined> {
  const [row] = await selectPayments(db)
    .where(
      sql`${payments.id} in (
        select p.id from payments p where p.payment_provider = ${provider} and p.checkout_id = ${checkoutId}
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

/** Also a product that is not listed any more: its pay page may still exist. */
export const findScript = (db: Db, id: number) => db.select().from(scripts).where(eq(scripts.id, id)).limit(1)

/** A payment as its buyer is shown it. */
export type PaymentSeen = PaymentWithProduct & {
  aside: MoneyHistory
}

/** May run in a batch: the product's columns have names of their own. */
export const selectSeen = (db: Db) =>
  db
    .select({ payment: payments, product: aliased('product', getTableColumns(scripts)), aside: aside() })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))

const aside = () =>
  Object.fromEntries(
    Object.entries(moneyHistory).map(([name, value]) => [name, sql`${value}`.as(`aside_${name}`)]),
  ) as { [Name in keyof MoneyHistory]: SQL.Aliased<MoneyHistory[Name]> }

/** A payment of this user, by our id or by the provider's checkout id. */
export const isOwn = (userId: UserId, reference: number | string) =>
  and(
    eq(payments.userId, userId),
    typeof reference === 'number' ? eq(payments.id, reference) : eq(payments.checkoutId, reference),
  )

/** The user's own payment. Undefined for another user's payment. */
export async function findOwnPayment(
  db: Db,
  userId: number,
  reference: number | string,
): Promise<PaymentSeen | undefined> {
  const [row] = await selectSeen(db).where(isOwn(userId, reference)).limit(1)
  return row
}

/** A checkout, with whether its buyer has paid and the money is on its way. */
export type Checkout = PaymentWithProduct & { isProcessing: number }

/** May run in a batch, as above. */
export const selectCheckouts = (db: Db) =>
  db
    .select({
      payment: payments,
      product: aliased('product', getTableColumns(scripts)),
      isProcessing: sql<number>`${moneyHistory.isProcessing}`.as('is_processing'),
    })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))

export const selectByClientId = (db: Db, userId: UserId, clientPaymentId: string) =>
  selectCheckouts(db)
    .where(and(eq(payments.userId, userId), eq(payments.clientPaymentId, clientPaymentId)))
    .limit(1)

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
export const selectOpen = (db: Db, userId: UserId) =>
  selectCheckouts(db).where(and(eq(payments.userId, userId), eq(payments.status, 'pending')))

/**
 * The buyer's payments whose money is on its way, and crypto payments that wait to be paid or confirmed, for the
 * balance, or for a refund of unapplied funds, or whose refund of these is younger than `since`.
 */
export const listWaiting = (db: Db, userId: UserId, since: number) =>
  selectSeen(db)
    .where(
      and(
        eq(payments.userId, userId),
        or(
          sql`${moneyHistory.isProcessing}`,
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
