import { toUsd } from '#shared/core/money.ts'
import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { Billing, InvoiceDocument, OrderInvoices } from '#shared/invoices/contract.ts'
import { toStatedTax } from '#shared/seller/tax-rules.ts'
import { visibleLine, visibleText } from '../../core/visible-text.ts'
import { cryptoCents, numberOf, openCents } from './rules.ts'
import type { OrderWithInvoices } from './store.ts'

type Row = OrderWithInvoices['rows'][number]

/** `byBuyer`: the reader is the buyer, who may correct the billing details. */
export const toOrderInvoices = (
  { order, rows, billing }: OrderWithInvoices,
  { byBuyer }: { byBuyer: boolean },
): OrderInvoices => ({
  orderReference: order.orderReference,
  email: order.email,
  documents: rows.map((row) => toDocument(row, rows)),
  billing: rows.findLast(({ series }) => series === 'invoice')?.facts.buyer ?? billing,
  canCorrect: byBuyer && openCents(rows) > 0,
})

function toDocument(row: Row, rows: readonly Row[]): InvoiceDocument {
  const { facts } = row
  const credited = rows.find(({ id }) => id === row.creditsId)
  return {
    number: numberOf(row),
    series: row.series,
    cause: row.cause,
    credits: credited ? numberOf(credited) : null,
    issuedAt: toIso(row.issuedAt),
    amount: toUsd(row.amountCents),
    tax: facts.tax && row.taxCents !== null ? toStatedTax(facts.tax, toUsd(row.taxCents)) : null,
    seller: facts.seller,
    buyer: facts.buyer && toVisible(facts.buyer),
    product: facts.product,
    contents: facts.contents ?? [],
    purchaseType: facts.purchaseType,
    originalAmount: toUsd(facts.originalCents),
    discountAmount: toUsd(facts.discountCents - facts.creditCents),
    creditAmount: toUsd(facts.creditCents),
    couponCode: facts.couponCode,
    orderAmount: toUsd(facts.amountCents),
    receivedAmount: toUsd(cryptoCents(facts)),
    provider: facts.provider,
    paidAt: toIso(facts.paidAt),
    periodStart: toIsoOrNull(facts.periodStart),
    periodEnd: toIsoOrNull(facts.periodEnd),
  }
}

/** The buyer's own words on a document, without invisible characters: staff and bookkeepers read them. */
export const toVisible = ({ name, address, vatId }: Billing): Billing => ({
  name: visibleLine(name),
  address: visibleText(address),
  vatId: visibleLine(vatId),
})
