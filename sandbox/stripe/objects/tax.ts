import type Stripe from 'stripe'
import { seconds } from '../clock.ts'

/** The account's own country. A business in another one of the EU, with a tax id, accounts for the tax itself. */
const HOME = 'DE'

/** Standard rates in percent, of the countries where the account is registered. */
const RATES: Record<string, number> = {
  ...{
    AT: 20,
    BE: 21,
    BG: 20,
    CY: 19,
    CZ: 21,
    DE: 19,
    DK: 25,
    EE: 24,
    ES: 21,
    FI: 25.5,
    FR: 20,
    GR: 24,
    HR: 25,
  },
  ...{
    HU: 27,
    IE: 23,
    IT: 22,
    LT: 21,
    LU: 17,
    LV: 21,
    MT: 18,
    NL: 21,
    PL: 23,
    PT: 23,
    RO: 21,
    SE: 25,
    SI: 22,
    SK: 23,
  },
  ...{ AU: 10, CH: 8.1, GB: 20 },
}
const NOT_EU = new Set(['AU', 'CH', 'GB'])
const isEu = (country: string) => country in RATES && !NOT_EU.has(country)

const names = new Intl.DisplayNames('en', { type: 'region' })

/** The countries that the page offers: those with a rate, and a few without. */
export const COUNTRIES = [...Object.keys(RATES), 'BR', 'CA', 'IN', 'JP', 'US']
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name))

/** Where the buyer is; null: no address is known. */
export interface TaxLocation {
  country: string | null
  taxId: string | null
}

/** A computed tax: of a total that includes it, in cents. */
export interface ComputedTax {
  status: 'complete' | 'failed' | 'requires_location_inputs'
  amount: number
  total: number
  country: string | null
  reason: 'standard_rated' | 'reverse_charge' | 'not_collecting'
}

/** The tax in a total. The total is the same for every buyer: prices include their tax. */
export function computeTax(
  total: number,
  { country, taxId }: TaxLocation,
  fault: 'ok' | 'failed' | 'requires_location_inputs',
): ComputedTax {
  const none = { amount: 0, total, country }
  if (fault !== 'ok') return { ...none, status: fault, reason: 'not_collecting' }
  if (country === null) return { ...none, status: 'requires_location_inputs', reason: 'not_collecting' }
  if (taxId !== null && isEu(country) && country !== HOME)
    return { ...none, status: 'complete', reason: 'reverse_charge' }
  const rate = RATES[country]
  if (rate === undefined) return { ...none, status: 'complete', reason: 'not_collecting' }
  const amount = total - Math.round(total / (1 + rate / 100))
  return { ...none, amount, status: 'complete', reason: 'standard_rated' }
}

const rateId = ({ country, reason }: ComputedTax) =>
  `txr_${country}_${reason === 'standard_rated' ? 'standard' : 'zero'}`

/** The rate with this id; undefined where there is none. */
export function taxRate(id: string): Stripe.TaxRate | undefined {
  const [, country = '', kind] = /^txr_([A-Z]{2})_(standard|zero)$/.exec(id) ?? []
  if (!kind) return undefined
  const percentage = kind === 'standard' ? (RATES[country] ?? 0) : 0
  return {
    id,
    object: 'tax_rate',
    active: false,
    country,
    created: seconds(),
    description: null,
    display_name: country === 'AU' ? 'GST' : 'VAT',
    effective_percentage: percentage,
    flat_amount: null,
    inclusive: true,
    jurisdiction: country,
    jurisdiction_level: 'country',
    livemode: false,
    metadata: {},
    percentage,
    rate_type: 'percentage',
    state: null,
    tax_type: country === 'AU' ? 'gst' : 'vat',
  }
}

/** `total_details.breakdown` of a session, which Stripe shows only where it is expanded. */
export function breakdownOf(tax: ComputedTax | null): Stripe.Checkout.Session.TotalDetails.Breakdown {
  const rate = tax && taxRate(rateId(tax))
  const taxes =
    tax?.status === 'complete' && rate
      ? [{ amount: tax.amount, rate, taxability_reason: tax.reason, taxable_amount: tax.total - tax.amount }]
      : []
  return { discounts: [], taxes }
}

/** `total_taxes` of an invoice. */
export const totalTaxesOf = (tax: ComputedTax | null): Stripe.Invoice.TotalTax[] =>
  tax?.status === 'complete'
    ? [
        {
          amount: tax.amount,
          tax_behavior: 'inclusive',
          tax_rate_details: { tax_rate: rateId(tax) },
          taxability_reason: tax.reason,
          taxable_amount: tax.total - tax.amount,
          type: 'tax_rate_details',
        },
      ]
    : []

const TYPES: Record<string, string> = { AU: 'au_abn', CH: 'ch_vat', GB: 'gb_vat', US: 'us_ein' }

export const taxIdsOf = ({ country, taxId }: TaxLocation) =>
  taxId === null || country === null
    ? []
    : [{ type: isEu(country) ? 'eu_vat' : (TYPES[country] ?? 'unknown'), value: taxId }]

/** Whether the page accepts a tax id: an id of the EU begins with the country (`EL` for Greece). */
export const isTaxId = (country: string, taxId: string): boolean =>
  /^[A-Z0-9][A-Z0-9.-]{3,20}$/.test(taxId) &&
  (!isEu(country) || taxId.startsWith(country === 'GR' ? 'EL' : country))

export const addressOf = ({ country }: TaxLocation): Stripe.Address | null =>
  country === null
    ? null
    : {
        city: 'Sampletown',
        country,
        line1: '1 Sample Street',
        line2: null,
        postal_code: '12345',
        state: null,
      }
