import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { grantedIds } from '../../../db/granted-ids.ts'
import { users } from '../../../db/schema/accounts.ts'
import { scripts } from '../../../db/schema/catalogue.ts'
import { guestCheckouts } from '../../../db/schema/guest-checkouts.ts'
import { payments } from '../../../db/schema/payments.ts'
import { type PaymentSeen, selectCheckouts, selectSeen } from '../store.ts'

/** The checkout of one attempt of this browser. */
export const selectAttempt = (db: Db, secretHash: string, clientPaymentId: string) =>
  selectCheckouts(db)
    .innerJoin(guestCheckouts, eq(guestCheckouts.paymentId, payments.id))
    .where(
      and(eq(guestCheckouts.secretHash, secretHash), eq(guestCheckouts.clientPaymentId, clientPaymentId)),
    )
    .limit(1)

/** The open checkouts of this browser, newest first. */
export const selectOpenOfBrowser = (db: Db, secretHash: string) =>
  selectCheckouts(db)
    .innerJoin(guestCheckouts, eq(guestCheckouts.paymentId, payments.id))
    .where(and(eq(guestCheckouts.secretHash, secretHash), eq(payments.status, 'pending')))
    .orderBy(desc(payments.id))

/** The order with this id, or with the provider's checkout id, that this browser opened after `since`. */
export async function findOrderOfBrowser(
  db: Db,
  secretHash: string,
  reference: number | string,
  since: number,
): Promise<PaymentSeen | undefined> {
  const own = db
    .select({ id: guestCheckouts.paymentId })
    .from(guestCheckouts)
    .where(and(eq(guestCheckouts.secretHash, secretHash), gt(guestCheckouts.createdAt, since)))
  const named =
    typeof reference === 'number'
      ? eq(payments.id, reference)
      : or(eq(payments.checkoutId, reference), eq(payments.reference, reference))
  const [row] = await selectSeen(db)
    .where(and(inArray(payments.id, own), named))
    .limit(1)
  return row
}

/** The products of the newest paid purchases of an address without an account, and whether an account uses it. One round trip. */
export async function listGuestPurchases(db: Db, key: string) {
  const [found, [account]] = await db.batch([
    db
      .select({
        paymentId: payments.id,
        orderReference: payments.orderReference,
        productId: sql<number>`${scripts.id}`.as('granted_id'),
        productName: scripts.name,
        paidAt: sql<number>`${payments.paymentDate}`.as('paid_at'),
      })
      .from(payments)
      .innerJoin(sql`json_each(${grantedIds('payments')}) granted`, sql`true`)
      .innerJoin(scripts, sql`${scripts.id} = granted.value`)
      .where(
        and(
          sql`lower(${payments.email}) = ${key}`,
          isNull(payments.userId),
          isNotNull(payments.paymentDate),
          ne(payments.status, 'refunded'),
        ),
      )
      .orderBy(desc(payments.id), sql`granted.key`)
      .limit(40),
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.emailKey, key), isNull(users.deletedAt)))
      .limit(1),
  ])
  return { found, hasAccount: account !== undefined }
}

/** How often the address of this order was corrected, and whether a mailed link of it was used. */
export async function findCorrection(db: Db, paymentId: number) {
  const [row] = await db
    .select({ corrections: guestCheckouts.corrections, isLinkUsed: sql<number>`${isLinkUsed(paymentId)}` })
    .from(guestCheckouts)
    .where(eq(guestCheckouts.paymentId, paymentId))
    .limit(1)
  return { corrections: row?.corrections ?? 0, isLinkUsed: row?.isLinkUsed === 1 }
}

/** True where a download of this payment began with a mailed link. */
export const isLinkUsed = (paymentId: number) =>
  sql`exists (select 1 from downloads d where d.payment_id = ${paymentId} and d.on_order_page = 0)`
