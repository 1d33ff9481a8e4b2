import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { billingDetails, invoices } from '../../db/schema/invoices.ts'
import { payments } from '../../db/schema/payments.ts'

const ofOrder = (orderReference: string) => eq(payments.orderReference, orderReference)

/** The order with this reference, its documents, oldest first, and its account's billing details. One round trip. */
export async function readOrderInvoices(db: Db, orderReference: string) {
  const [[order], rows, [billing]] = await db.batch([
    db
      .select({
        id: payments.id,
        userId: payments.userId,
        email: payments.email,
        orderReference: payments.orderReference,
      })
      .from(payments)
      .where(ofOrder(orderReference)),
    db
      .select({
        id: invoices.id,
        series: invoices.series,
        number: invoices.number,
        position: invoices.position,
        cause: invoices.cause,
        creditsId: invoices.creditsId,
        amountCents: invoices.amountCents,
        taxCents: invoices.taxCents,
        facts: invoices.facts,
        issuedAt: invoices.issuedAt,
      })
      .from(invoices)
      .where(
        eq(invoices.paymentId, db.select({ id: payments.id }).from(payments).where(ofOrder(orderReference))),
      )
      .orderBy(asc(invoices.position)),
    db
      .select({ details: billingDetails.details })
      .from(billingDetails)
      .where(
        eq(
          billingDetails.userId,
          db.select({ id: payments.userId }).from(payments).where(ofOrder(orderReference)),
        ),
      ),
  ])
  return order ? { order, rows, billing: billing?.details ?? null } : null
}

export type OrderWithInvoices = NonNullable<Awaited<ReturnType<typeof readOrderInvoices>>>
