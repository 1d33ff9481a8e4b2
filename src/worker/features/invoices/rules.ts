import type { Billing, InvoiceFacts, InvoiceSeries } from '#shared/invoices/contract.ts'
import { CRYPTO_PROVIDERS } from '#shared/payments/contract.ts'

const PREFIXES: Record<InvoiceSeries, string> = { invoice: 'INV', credit_note: 'CN' }

/** `INV-000041`: the series and the number in it. */
export const numberOf = ({ series, number }: { series: InvoiceSeries; number: number }): string =>
  `${PREFIXES[series]}-${String(number).padStart(6, '0')}`

type Amount = { series: InvoiceSeries; amountCents: number }

/** Positive for an invoice, negative for a credit note. */
export const signedCents = ({ series, amountCents }: Amount): number =>
  series === 'invoice' ? amountCents : -amountCents

/** The amount that is still invoiced: all invoices less all credit notes. */
export const openCents = (rows: readonly Amount[]): number =>
  rows.reduce((sum, row) => sum + signedCents(row), 0)

export const isSameBilling = (a: Billing | null, b: Billing): boolean =>
  a !== null && a.name === b.name && a.address === b.address && a.vatId === b.vatId

/** The amount that arrived in crypto, in US cents; 0 for a card. */
export const cryptoCents = ({ provider, receivedCents }: InvoiceFacts): number =>
  CRYPTO_PROVIDERS.some((name) => name === provider) ? receivedCents : 0
