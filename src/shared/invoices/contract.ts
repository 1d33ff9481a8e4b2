import { z } from 'zod'
import type { PAYMENT_PROVIDERS, PURCHASE_TYPES } from '#shared/payments/contract.ts'
import type { OrderTax, Seller, StatedTax, Tax } from '#shared/seller/contract.ts'

export const INVOICE_SERIES = ['invoice', 'credit_note'] as const
export type InvoiceSeries = (typeof INVOICE_SERIES)[number]

/**
 * sale: the payment · refund, dispute: money that left again · restored: a refund that failed or a dispute that was won
 * · correction: other billing details.
 */
export const INVOICE_CAUSES = ['sale', 'refund', 'dispute', 'restored', 'correction'] as const
export type InvoiceCause = (typeof INVOICE_CAUSES)[number]

const line = (max: number) => z.string().trim().max(max, `Use at most ${max} characters`)

/** The buyer's details on an invoice. An empty text: not given. */
export const billingSchema = z.object({
  name: line(120).min(1, 'Name is required'),
  /** Several lines, with the country. */
  address: line(400).min(1, 'Address is required'),
  vatId: line(40),
})
export type Billing = z.infer<typeof billingSchema>

/** The stored facts of a document. They never change. */
export type InvoiceFacts = {
  /** Null: none was set when the document was issued. */
  seller: Seller | null
  buyer: Billing | null
  /** The tax that the price included; null or absent: none is claimed. A rate only: issued before rates by country. */
  tax?: Tax | OrderTax | null
  productId: number
  product: string
  /** The names of the products of a bundle; null or absent: it is no bundle. */
  contents?: string[] | null
  purchaseType: (typeof PURCHASE_TYPES)[number]
  originalCents: number
  discountCents: number
  /** The part of the discount that is the credit for unused time of a subscription. */
  creditCents: number
  couponCode: string | null
  amountCents: number
  /** The amount that arrived, in US cents. In crypto it may be more than the price. */
  receivedCents: number
  provider: (typeof PAYMENT_PROVIDERS)[number]
  currency: string
  /** Epoch milliseconds. */
  paidAt: number
  periodStart: number | null
  periodEnd: number | null
}

export type InvoiceDocument = {
  /** `INV-000041` or `CN-000007`. */
  number: string
  series: InvoiceSeries
  cause: InvoiceCause
  /** The number of the invoice that it credits or replaces. */
  credits: string | null
  issuedAt: string
  /** USD, positive. */
  amount: number
  /** The tax in the amount; null: none is claimed. */
  tax: StatedTax | null
  seller: Seller | null
  buyer: Billing | null
  product: string
  /** The names of the products of a bundle; empty: it is no bundle. */
  contents: string[]
  purchaseType: (typeof PURCHASE_TYPES)[number]
  originalAmount: number
  discountAmount: number
  /** The credit for unused time of a subscription; not in `discountAmount`. */
  creditAmount: number
  couponCode: string | null
  /** The price of the order; a credit note may be about a part of it. */
  orderAmount: number
  /** The amount that arrived in crypto; 0 for a card. */
  receivedAmount: number
  provider: (typeof PAYMENT_PROVIDERS)[number]
  paidAt: string
  periodStart: string | null
  periodEnd: string | null
}

/** The invoices of one order, oldest first. */
export type OrderInvoices = {
  orderReference: string
  /** The address of the receipt; null where it is not kept. */
  email: string | null
  documents: InvoiceDocument[]
  /** The details for a new invoice: of the latest one, or of the account; null: none. */
  billing: Billing | null
  /** Whether the reader may correct the billing details. Not where everything was refunded. */
  canCorrect: boolean
}
