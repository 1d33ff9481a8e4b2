import { countryName } from '#shared/core/countries.ts'
import type { CountryTax, OrderTax, StatedTax, Tax, TaxProblem, TaxRules } from './contract.ts'

/** The table of rates by country; null where the shop does not choose a rate by country. */
export const countryTaxesOf = (rules: TaxRules | undefined): readonly CountryTax[] | null =>
  rules && 'countries' in rules ? rules.countries : null

/** The rate for every buyer; null where there is none. */
export const oneRateOf = (rules: TaxRules | undefined): Tax | null =>
  rules && 'percent' in rules ? rules : null

const NOTHING_KNOWN = {
  name: null,
  percent: null,
  country: null,
  taxId: null,
  isReverseCharge: false,
  cents: null,
  ofCents: null,
  status: null,
}

/** The tax of an order that is opened now. `country`: the buyer's; null: not known. */
export function taxOfOrder(
  rules: TaxRules,
  { byStripe, country }: { byStripe: boolean; country: string | null },
): OrderTax {
  if (rules === null) return { ...NOTHING_KNOWN, by: 'none' }
  if ('percent' in rules) return { ...NOTHING_KNOWN, by: 'rate', name: rules.name, percent: rules.percent }
  if (byStripe) return { ...NOTHING_KNOWN, by: 'stripe', status: 'pending' }
  if (country === null) return { ...NOTHING_KNOWN, by: 'country' }
  const row = rules.countries.find((one) => one.country === country)
  return { ...NOTHING_KNOWN, by: 'country', name: row?.name ?? null, percent: row?.percent ?? 0, country }
}

/** The part of an order's tax that says how much of an amount is tax. Documents from before this table have only a rate. */
type Rate = Pick<OrderTax, 'percent'> & Partial<Pick<OrderTax, 'cents' | 'ofCents'>>

/**
 * The tax in cents that an amount includes, rounded to the cent: in proportion to Stripe's amount, else by the rate. Null:
 * not known. The trigger that issues invoices computes the same.
 */
export function taxIn(amountCents: number, { percent, cents = null, ofCents = null }: Rate): number | null {
  if (cents !== null && ofCents !== null)
    return ofCents === 0 ? 0 : Math.floor((2 * amountCents * cents + ofCents) / (2 * ofCents))
  if (percent === null) return null
  const rate = Math.round(percent * 100)
  return amountCents - Math.floor((amountCents * 20_000 + 10_000 + rate) / (2 * (10_000 + rate)))
}

/** The tax of an order as its buyer reads it: `19% VAT (Germany)`. */
export function taxName({ name, percent, country }: Pick<StatedTax, 'name' | 'percent' | 'country'>): string {
  const rate = percent === null ? '' : `${percent}% `
  return `${rate}${name ?? 'tax'}${country === null ? '' : ` (${countryName(country)})`}`
}

/** The line below a total. Null: there is nothing to state. */
export function taxLine(tax: Omit<StatedTax, 'taxId'> | null): string | null {
  if (tax === null) return null
  if (tax.isReverseCharge) return 'Reverse charge: the buyer accounts for the VAT'
  return tax.amount === 0 ? null : `Including ${taxName(tax)}`
}

/** A document from before rates by country has no country. */
export const toStatedTax = (tax: (Tax | OrderTax) & Partial<OrderTax>, amount: number): StatedTax => ({
  name: tax.name,
  percent: tax.percent,
  country: tax.country ?? null,
  taxId: tax.taxId ?? null,
  isReverseCharge: tax.isReverseCharge ?? false,
  amount,
})

/** Why the tax by country of a paid order is not known; null: it is, or none is due. */
export function taxProblemOf(tax: OrderTax | null): TaxProblem | null {
  if (tax?.by === 'country' && tax.percent === null) return 'no-country'
  if (tax?.by !== 'stripe' || tax.status === 'complete') return null
  return tax.status ?? 'pending'
}
