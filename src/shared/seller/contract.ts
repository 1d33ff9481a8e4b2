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

export const saveSellerSchema = sellerSchema.extend({
  /** The revision that the form was filled in from; 0 where there was none. */
  revision: z.number().int().min(0),
})
export type SaveSeller = z.infer<typeof saveSellerSchema>

/** What every page may show about the shop. */
export type ShopFacts = {
  /** Null: no owner has filled it in yet. */
  seller: Seller | null
}

export type SellerSetting = { seller: Seller | null; revision: number; changedAt: string | null }
