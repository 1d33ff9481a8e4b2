import { z } from 'zod'
import { COUNTRIES, isCountry } from '#shared/core/countries.ts'

const line = (max = 120) => z.string().trim().max(max, `Use at most ${max} characters`)
const needed = (missing: string, max?: number) => line(max).min(1, missing)

/**
 * The person or company that sells here. An empty text: not given, and not shown. The support address is SUPPORT_EMAIL
 * of the deployment.
 */
export const sellerSchema = z.object({
  name: needed('Name is required'),
  /** For example `Limited company` or `Sole trader`. */
  legalForm: line(),
  /** Several lines. */
  address: needed('Address is required', 400),
  /** The person who represents the seller. */
  person: needed('Person is required'),
  /** When somebody answers, for example `Monday to Friday, 9:00 to 17:00 UTC`. */
  supportHours: needed('Support hours are required', 200),
  vatId: line(40),
})
export type Seller = z.infer<typeof sellerSchema>

/** A tax that is part of every price. */
export const taxSchema = z.object({
  /** As on invoices: `VAT`, `GST`, `Sales tax`. */
  name: needed('Name is required', 30),
  percent: z
    .number('Enter the rate as a number')
    .gt(0, 'The rate must be more than 0')
    .max(50, 'The rate must be at most 50')
    .refine((rate) => Number.isInteger(Math.round(rate * 1e6) / 1e4), 'Use at most two decimals'),
})
export type Tax = z.infer<typeof taxSchema>

/** ISO 3166-1 alpha-2, for example `DE`. */
export const countrySchema = z.string('Choose a country').refine(isCountry, 'Choose a country from the list')

export const countryTaxSchema = taxSchema.extend({ country: countrySchema })
export type CountryTax = z.infer<typeof countryTaxSchema>

/** One row for each country. */
export const countryTaxesSchema = z
  .array(countryTaxSchema)
  .max(COUNTRIES.length)
  .superRefine((rows, context) => {
    rows.forEach(({ country }, index) => {
      if (rows.findIndex((row) => row.country === country) < index)
        context.addIssue({
          code: 'custom',
          path: [index, 'country'],
          message: 'This country is in the table already',
        })
    })
  })

/**
 * The tax that prices include: one rate for every buyer, or the rates by the buyer's country. In the second case Stripe
 * computes the tax of cards, and the table that of crypto; a country that is not in it has no tax. Null: off, nothing about
 * tax is claimed.
 */
export const taxSettingSchema = z.union([z.object({ countries: countryTaxesSchema }), taxSchema]).nullable()
export type TaxRules = z.infer<typeof taxSettingSchema>

export const saveTaxSchema = z.object({ tax: taxSettingSchema, revision: z.number().int().min(0) })
export type SaveTax = z.infer<typeof saveTaxSchema>

/**
 * How far Stripe's computation of a tax is. `pending`: Stripe has given no answer. `requires_location_inputs`, `failed`:
 * Stripe has no amount.
 */
export const TAX_STATUSES = ['pending', 'complete', 'requires_location_inputs', 'failed'] as const
export type TaxStatus = (typeof TAX_STATUSES)[number]

/** The tax of one order, stored with it. It does not change where the setting changes. */
export type OrderTax = {
  /** none: off · rate: one rate for every buyer · country: by the table · stripe: computed by Stripe */
  by: 'none' | 'rate' | 'country' | 'stripe'
  /** Null: no tax, or not known. */
  name: string | null
  /** In percent of the price without tax. Null: not known, or several taxes. */
  percent: number | null
  /** The buyer's country; null: it was not asked for. */
  country: string | null
  /** The buyer's tax id as given at Stripe, for example `FR12345678901`. */
  taxId: string | null
  /** No tax is in the price: the buyer, a business in another country, accounts for it. */
  isReverseCharge: boolean
  /** Stripe's amount of tax, and the total that it is a part of, in cents; null: computed from `percent`, or not known. */
  cents: number | null
  ofCents: number | null
  /** Of Stripe's computation; null for another one. */
  status: TaxStatus | null
}

/** The tax as it is stated on a document, a receipt or an order. */
export const statedTaxSchema = z.object({
  name: z.string().nullable(),
  percent: z.number().nullable(),
  country: z.string().nullable(),
  taxId: z.string().nullable(),
  isReverseCharge: z.boolean(),
  /** USD. */
  amount: z.number(),
}) satisfies z.ZodType<Pick<OrderTax, 'name' | 'percent' | 'country' | 'taxId' | 'isReverseCharge'>>
export type StatedTax = z.infer<typeof statedTaxSchema>

/** Why a paid order has no tax by its buyer's country. `no-country`: nobody asked for it. */
export const TAX_PROBLEMS = ['pending', 'requires_location_inputs', 'failed', 'no-country'] as const
export type TaxProblem = (typeof TAX_PROBLEMS)[number]

export const saveSellerSchema = sellerSchema.extend({
  /** The revision that the form was filled in from; 0 where there was none. */
  revision: z.number().int().min(0),
})
export type SaveSeller = z.infer<typeof saveSellerSchema>

/** What every page may show about the shop. */
export type ShopFacts = {
  /** Null: no owner has filled it in yet. */
  seller: Seller | null
  tax: TaxRules
}

export type SellerSetting = { seller: Seller | null; revision: number; changedAt: string | null }

export type TaxSetting = { tax: TaxRules; revision: number; changedAt: string | null }
