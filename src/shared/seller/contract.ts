import { z } from 'zod'

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

/** Null: off, nothing about tax is claimed. */
export const saveTaxSchema = z.object({ tax: taxSchema.nullable(), revision: z.number().int().min(0) })
export type SaveTax = z.infer<typeof saveTaxSchema>

export const saveSellerSchema = sellerSchema.extend({
  /** The revision that the form was filled in from; 0 where there was none. */
  revision: z.number().int().min(0),
})
export type SaveSeller = z.infer<typeof saveSellerSchema>

/** What every page may show about the shop. */
export type ShopFacts = {
  /** Null: no owner has filled it in yet. */
  seller: Seller | null
  /** The tax that all prices include; null: off. */
  tax: Tax | null
}

export type SellerSetting = { seller: Seller | null; revision: number; changedAt: string | null }

export type TaxSetting = { tax: Tax | null; revision: number; changedAt: string | null }
