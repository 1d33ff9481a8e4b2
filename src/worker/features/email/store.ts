import { and, asc, desc, eq, lt, lte, sql } from 'drizzle-orm'
import { toUsd } from '#shared/core/money.ts'
import type { DeliveryStatus } from '#shared/email/contract.ts'
import { toStatedTax } from '#shared/seller/tax-rules.ts'
import { emailKey } from '../../core/email-address.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { emailDeliveries, emailSuppressions } from '../../db/schema/email.ts'
import { invoices } from '../../db/schema/invoices.ts'
import { payments } from '../../db/schema/payments.ts'
import { selectSetting, toSeller } from '../../db/shop-settings.ts'

export type Delivery = typeof emailDeliveries.$inferSelect

export async function findDelivery(db: Db, id: number): Promise<Delivery | undefined> {
  const [row] = await db.select().from(emailDeliveries).where(eq(emailDeliveries.id, id)).limit(1)
  return row
}

/**
 * The seller of the time when the mail was queued, so that every attempt has the same text, and the reference of the
 * mail's order. One round trip.
 */
export async function readMailContext(db: Db, { queuedAt, paymentId }: Delivery) {
  const [[seller], [order], [sale]] = await db.batch([
    selectSetting(db, 'seller', queuedAt),
    db
      .select({ orderReference: payments.orderReference })
      .from(payments)
      .where(eq(payments.id, paymentId ?? 0)),
    db
      .select({ taxCents: invoices.taxCents, facts: invoices.facts })
      .from(invoices)
      .where(and(eq(invoices.paymentId, paymentId ?? 0), eq(invoices.position, 1))),
  ])
  const tax =
    sale?.facts.tax && sale.taxCents !== null ? toStatedTax(sale.facts.tax, toUsd(sale.taxCents)) : null
  return { seller: toSeller(seller), orderReference: order?.orderReference ?? null, tax }
}

/** The address of an account, and since when its download links are valid (epoch milliseconds; null: all are). */
export async function findLinkOwner(db: Db, userId: number) {
  const [row] = await db
    .select({ email: users.email, linksValidFrom: users.linksValidFrom })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1)
  return row
}

export async function findDeliveryByKey(db: Db, key: string): Promise<Delivery | undefined> {
  const [row] = await db.select().from(emailDeliveries).where(eq(emailDeliveries.key, key)).limit(1)
  return row
}

/**
 * Deliveries with this status, to this address, or both; newest first, one more than `limit`. Each filter has an index.
 */
export const listDeliveriesBy = (
  db: Db,
  { status, to }: { status?: DeliveryStatus | undefined; to?: string | undefined },
  page: { limit: number; cursor?: number | undefined },
) =>
  db
    .select()
    .from(emailDeliveries)
    .where(
      and(
        // An address has few mails: with both filters, SQLite must use the index by address (the + excludes the one by
        // status).
        to === undefined ? undefined : eq(emailDeliveries.toAddress, to),
        status === undefined
          ? undefined
          : to === undefined
            ? eq(emailDeliveries.status, status)
            : sql`+${emailDeliveries.status} = ${status}`,
        page.cursor === undefined ? undefined : lt(emailDeliveries.id, page.cursor),
      ),
    )
    .orderBy(desc(emailDeliveries.id))
    .limit(page.limit + 1)

/** Mails whose queue message is overdue, the longest waiting first. */
export const listStuck = (db: Db, now: number, limit: number) =>
  db
    .select({ key: emailDeliveries.key })
    .from(emailDeliveries)
    .where(lte(emailDeliveries.nextAttemptAt, now))
    .orderBy(asc(emailDeliveries.nextAttemptAt))
    .limit(limit)

/** The suppression of this address, if there is one. */
export async function findSuppression(db: Db, address: string) {
  const [row] = await db
    .select()
    .from(emailSuppressions)
    .where(eq(emailSuppressions.emailKey, emailKey(address)))
    .limit(1)
  return row
}
