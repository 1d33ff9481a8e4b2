import { sql } from 'drizzle-orm'
import type { Billing, InvoiceFacts, InvoiceSeries } from '#shared/invoices/contract.ts'
import { taxIn } from '#shared/seller/tax-rules.ts'
import type { Db, Write } from '../../db/client.ts'
import { billingDetails, invoices } from '../../db/schema/invoices.ts'

const nextNumber = (series: InvoiceSeries) =>
  sql<number>`coalesce((select max(i.number) from invoices i where i.series = ${series}), 0) + 1`

type Correction = {
  paymentId: number
  /** The invoice that is replaced, and the position of the payment's last document. */
  latest: { id: number; facts: InvoiceFacts }
  position: number
  amountCents: number
  facts: InvoiceFacts
}

/**
 * A credit note for the invoice as it is, and a new one. Both or none are written: a document of the same payment that
 * was issued since the read has the position already (`invoices.payment_id`).
 */
export function correct(
  db: Db,
  { paymentId, latest, position, amountCents, facts }: Correction,
  now: number,
): Write[] {
  const document = {
    paymentId,
    cause: 'correction' as const,
    creditsId: latest.id,
    amountCents,
    taxCents: facts.tax ? taxIn(amountCents, facts.tax) : null,
    issuedAt: now,
  }
  return [
    db.insert(invoices).values({
      ...document,
      series: 'credit_note',
      number: nextNumber('credit_note'),
      position: position + 1,
      facts: latest.facts,
    }),
    db.insert(invoices).values({
      ...document,
      series: 'invoice',
      number: nextNumber('invoice'),
      position: position + 2,
      facts,
    }),
  ]
}

/** Stores the account's details for its next invoices. */
export const saveBilling = (db: Db, userId: number, details: Billing, now: number) =>
  db
    .insert(billingDetails)
    .values({ userId, details, updatedAt: now })
    .onConflictDoUpdate({ target: billingDetails.userId, set: { details, updatedAt: now } })
