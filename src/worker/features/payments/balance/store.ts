import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { CRYPTO_PROVIDERS } from '#shared/payments/contract.ts'
import type { Db } from '../../../db/client.ts'
import { isOutsideSale } from '../../../db/payment-history.ts'
import { paymentCheckouts, payments } from '../../../db/schema/payments.ts'
import { refunds } from '../../../db/schema/refunds.ts'
import { selectPayments } from '../store.ts'

/** Checkouts for the balance of a payment, oldest first. */
export const listBalanceCheckouts = (db: Db, paymentId: number) =>
  db
    .select()
    .from(paymentCheckouts)
    .where(eq(paymentCheckouts.paymentId, paymentId))
    .orderBy(asc(paymentCheckouts.id))

export type BalanceCheckout = typeof paymentCheckouts.$inferSelect

/** The one open checkout for the balance. */
export async function findOpenBalanceCheckout(
  db: Db,
  paymentId: number,
): Promise<BalanceCheckout | undefined> {
  const [row] = await db
    .select()
    .from(paymentCheckouts)
    .where(and(eq(paymentCheckouts.paymentId, paymentId), isNull(paymentCheckouts.closedAt)))
    .limit(1)
  return row
}

const isUnapplied = isOutsideSale('refunds')

/** Sums in cents; the references are those of refunds of unapplied funds. */
type OwnRefunds = { ofSale: number; outside: number; outsideReferences: string[] }

/**
 * The sums of our own refunds of this payment: of the sale itself, and of unapplied funds (from before the sale was
 * complete, or in excess of the price).
 */
export async function sumOwnRefunds(db: Db, paymentId: number): Promise<OwnRefunds> {
  const [row] = await db
    .select({
      ofSale: sql<number>`coalesce(sum(${refunds.amountCents}) filter (where not ${isUnapplied}), 0)`,
      outside: sql<number>`coalesce(sum(${refunds.amountCents}) filter (where ${isUnapplied}), 0)`,
      references: sql<string | null>`group_concat(${refunds.reference}) filter (where ${isUnapplied})`,
    })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        // An approved refund of the sale has not happened yet. Unapplied funds leave `received_cents` when they are
        // approved.
        sql`(${refunds.status} in ('pending', 'succeeded') or (${refunds.status} = 'approved' and ${isUnapplied}))`,
      ),
    )
  return {
    ofSale: row?.ofSale ?? 0,
    outside: row?.outside ?? 0,
    outsideReferences: row?.references?.split(',') ?? [],
  }
}

export type UnappliedRefund = typeof refunds.$inferSelect

/** Succeeded and approved refunds of unapplied funds, newest first. */
export const listUnappliedRefunds = (db: Db, paymentId: number): Promise<UnappliedRefund[]> =>
  db
    .select()
    .from(refunds)
    .where(
      and(eq(refunds.paymentId, paymentId), inArray(refunds.status, ['approved', 'succeeded']), isUnapplied),
    )
    .orderBy(desc(refunds.id))

/**
 * Crypto payments with unapplied funds: a partial payment, or an excess. The buyer would lose them with the account.
 */
export const listWithUnappliedFunds = (db: Db, userId: number) =>
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

/** Crypto payments with an open refund: the buyer does not know yet where to claim it. */
export const listWithOpenRefund = (db: Db, userId: number) =>
  selectPayments(db).where(
    and(
      eq(payments.userId, userId),
      inArray(payments.paymentProvider, [...CRYPTO_PROVIDERS]),
      sql`exists (select 1 from refunds r where r.payment_id = ${payments.id} and r.status in ('review', 'approved'))`,
    ),
  )
