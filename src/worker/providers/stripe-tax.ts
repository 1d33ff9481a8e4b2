/* Reads what Stripe Tax computed. No function makes a request. */
import type Stripe from 'stripe'
import { isCountry } from '#shared/core/countries.ts'
import { type OrderTax, TAX_STATUSES, type TaxStatus } from '#shared/seller/contract.ts'

/** One tax in a total, as a session's breakdown or an invoice has it. `rate`: null where it is not known. */
type Part = { amount: number; reason: string | null; rate: Stripe.TaxRate | null }

type Computed = {
  status: string | null
  /** Of the total, in cents. */
  totalCents: number
  parts: readonly Part[]
  country: string | null | undefined
  taxId: string | null | undefined
}

/** Null where Stripe was not asked for the tax of this session. Needs `total_details.breakdown` expanded. */
export function taxOfSession(session: Stripe.Checkout.Session): OrderTax | null {
  const { automatic_tax: automatic, total_details: details, customer_details: customer } = session
  if (!automatic.enabled) return null
  const taxes = details?.breakdown?.taxes ?? []
  return toOrderTax({
    status: automatic.status,
    totalCents: session.amount_total ?? 0,
    parts: taxes.map(({ amount, rate, taxability_reason: reason }) => ({ amount, rate, reason })),
    country: customer?.address?.country,
    taxId: customer?.tax_ids?.[0]?.value,
  })
}

/** The same of an invoice, which names its rates by id. */
export const taxOfInvoice = (invoice: Stripe.Invoice, rates: readonly Stripe.TaxRate[]): OrderTax | null =>
  invoice.automatic_tax.enabled
    ? toOrderTax({
        status: invoice.automatic_tax.status,
        totalCents: invoice.total,
        parts: (invoice.total_taxes ?? []).map(({ amount, taxability_reason: reason, tax_rate_details }) => ({
          amount,
          reason,
          rate: rates.find(({ id }) => id === tax_rate_details?.tax_rate) ?? null,
        })),
        country: invoice.customer_address?.country,
        taxId: invoice.customer_tax_ids?.[0]?.value,
      })
    : null

/** The ids of the rates by which an invoice was taxed. */
export const rateIdsOf = (invoice: Stripe.Invoice): string[] =>
  invoice.automatic_tax.enabled
    ? (invoice.total_taxes ?? []).flatMap(({ amount, tax_rate_details: details }) =>
        amount > 0 && details ? [details.tax_rate] : [],
      )
    : []

function toOrderTax({ status, totalCents, parts, country, taxId }: Computed): OrderTax {
  const isComplete = status === 'complete'
  const due = parts.filter(({ amount }) => amount > 0)
  const [only] = due
  const names = new Set(due.map(({ rate }) => rate?.display_name ?? null))
  const [name = null] = names
  const cents = due.reduce((sum, { amount }) => sum + amount, 0)
  return {
    by: 'stripe',
    name: names.size === 1 ? name : null,
    // Of several taxes each has a base of its own: their rates are no sum.
    percent: due.length > 1 ? null : only ? percentOf(only.rate) : isComplete ? 0 : null,
    country: country && isCountry(country) ? country : null,
    taxId: taxId ?? null,
    isReverseCharge: isComplete && parts.some(({ reason }) => reason === 'reverse_charge'),
    cents: isComplete ? Math.min(cents, totalCents) : null,
    ofCents: isComplete ? totalCents : null,
    status: status === null ? 'pending' : toStatus(status),
  }
}

const percentOf = (rate: Stripe.TaxRate | null) => rate && (rate.effective_percentage ?? rate.percentage)

/** A status that Stripe adds later is no amount of tax. */
const toStatus = (status: string): TaxStatus => TAX_STATUSES.find((known) => known === status) ?? 'failed'
