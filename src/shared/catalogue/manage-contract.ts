// The requests and responses of the back office.
import { z } from 'zod'
import { isWholeCents } from '#shared/core/money.ts'
import { adminScanSchema } from '#shared/scan/contract.ts'
import { productSchema } from './contract.ts'
import { BUNDLED_MAX, BUNDLED_MIN } from './terms.ts'

const WRONG_PRICE = 'Price must be a positive number'
const isShown = (text: string) => !/[^\P{Cc}\n\t]/u.test(text)
const UNSEEN = 'This has characters that cannot be shown'

/** USD; per month for a subscription. */
const price = z
  .number({ error: WRONG_PRICE })
  .min(0.01, WRONG_PRICE)
  .max(100_000, 'Price must be at most $100,000')
  .refine(isWholeCents, 'Use at most two decimals')

/** A text with one item per line, or a list of items; blank items are dropped. */
const lines = z
  .union([z.string(), z.array(z.string())], { error: 'Write one per line' })
  .transform((sent) =>
    [sent]
      .flat()
      .flatMap((text) => text.split('\n'))
      .map((line) => line.trim())
      .filter(Boolean),
  )
  .pipe(
    z
      .array(z.string().max(200, 'A line has at most 200 characters').refine(isShown, UNSEEN))
      .max(40, 'At most 40 lines'),
  )

/** A picture on another site. The shop's pages load pictures over https only, so no other protocol is accepted. */
const pictureAddress = z
  .string()
  .trim()
  .max(2000, 'This address is too long')
  .refine((text) => text === '' || isPictureAddress(text), 'Use an address that begins with https://')
  .transform((text) => text || null)
  .nullable()

function isPictureAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

/** A day of the calendar (2028-06-30); empty: none. */
const dayOrNone = z
  .union([z.literal(''), z.iso.date()], { error: 'Choose a day' })
  .transform((text) => text || null)
  .nullable()

/** The longest trial, in days. */
export const MAX_TRIAL_DAYS = 60

const TRIAL_RANGE = `Enter a whole number of days from 0 to ${MAX_TRIAL_DAYS}`

const productFields = z.object({
  name: z
    .string({ error: 'Name is required' })
    .trim()
    .min(1, 'Name is required')
    .max(100, 'Name has at most 100 characters')
    .refine((text) => isShown(text) && !/[\n\t]/.test(text), UNSEEN),
  description: z
    .string({ error: 'Description is required' })
    .trim()
    .min(1, 'Description is required')
    .max(5000, 'Description has at most 5,000 characters')
    .refine(isShown, UNSEEN),
  price,
  isSubscription: z.boolean(),
  trialDays: z.int({ error: TRIAL_RANGE }).min(0, TRIAL_RANGE).max(MAX_TRIAL_DAYS, TRIAL_RANGE),
  features: lines.refine((list) => list.length > 0, 'Features are required'),
  requirements: lines,
  imageUrl: pictureAddress,
  /** It can be extended, but not shortened. */
  securityUpdatesUntil: dayOrNone,
  /** The ids of the products of a bundle, in their order; null: the product is no bundle. */
  bundledIds: z
    .array(z.number().int().positive(), { error: 'Choose products' })
    .min(BUNDLED_MIN, `Choose at least ${BUNDLED_MIN} products`)
    .max(BUNDLED_MAX, `Choose at most ${BUNDLED_MAX} products`)
    .refine((ids) => new Set(ids).size === ids.length, 'Name each product once')
    .nullable(),
  /** Of a bundle: the checkout of one of its products may offer it. */
  isOffered: z.boolean(),
})

/** The product form. It has no category field: the category is derived from the feature texts. */
export const productFormSchema = productFields.extend({
  isSubscription: productFields.shape.isSubscription.default(false),
  trialDays: productFields.shape.trialDays.default(0),
  requirements: productFields.shape.requirements.default([]),
  imageUrl: productFields.shape.imageUrl.default(null),
  securityUpdatesUntil: productFields.shape.securityUpdatesUntil.default(null),
  bundledIds: productFields.shape.bundledIds.default(null),
  isOffered: productFields.shape.isOffered.default(true),
})
export type ProductForm = z.output<typeof productFormSchema>

/** Some fields of the product form; absent fields keep their values. */
export const productChangeSchema = productFields.partial()
export type ProductChange = z.output<typeof productChangeSchema>

export const productPriceSchema = productFields.pick({ price: true })

/** A product as the back office shows it, deleted ones included. */
export const adminProductSchema = productSchema.extend({
  isDeleted: z.boolean(),
  /** An uploaded picture exists; it is shown instead of `imageAddress`. */
  hasImage: z.boolean(),
  imageAddress: z.string().nullable(),
  releaseCount: z.number().int(),
  draftCount: z.number().int(),
})
export type AdminProduct = z.infer<typeof adminProductSchema>

export const RELEASE_STATES = ['draft', 'published', 'yanked'] as const

export const adminReleaseSchema = z.object({
  id: z.number().int(),
  version: z.string(),
  state: z.enum(RELEASE_STATES),
  /** The release that a buyer gets today. */
  isCurrent: z.boolean(),
  fileName: z.string(),
  /** Bytes. */
  fileSize: z.number().int(),
  fileType: z.string(),
  sha256: z.string(),
  /** The text that a publisher signs (`statementText`). */
  statement: z.string(),
  /** The fingerprint of the key that signed it; null: unsigned. */
  signedBy: z.string().nullable(),
  /** Null: it was uploaded before there were scans. */
  scan: adminScanSchema.nullable(),
  /** An admin published it, and it waits for its place in the public log. */
  isBeingPublished: z.boolean(),
  /** The place of its publication in the public log. */
  logIndex: z.number().int().nullable(),
  /** Files in the archive. */
  fileCount: z.number().int(),
  /** A run of it is recorded for the product's page. */
  hasRun: z.boolean(),
  changelog: z.string(),
  /** Offered only to owners who chose beta versions. */
  isBeta: z.boolean(),
  /** Included for every owner, also after their updates ended. */
  isSecurityUpdate: z.boolean(),
  createdAt: z.string(),
  publishedAt: z.string().nullable(),
  yankedAt: z.string().nullable(),
  yankReason: z.string().nullable(),
  /** What everyone who has its file must do, where the release was recalled; null: it was not. */
  recallAdvice: z.string().nullable(),
  /** The stored bytes have another hash: nobody gets the file until it is repaired. */
  isDamaged: z.boolean(),
  /** All users who want announcements were notified. */
  announced: z.boolean(),
  /** The release was withdrawn, and everyone who downloaded it was notified. */
  notified: z.boolean(),
})
export type AdminRelease = z.infer<typeof adminReleaseSchema>

export type AdminProductDetail = AdminProduct & {
  /** The newest upload first. */
  releases: AdminRelease[]
  /** The version of the next upload, unless the upload names one. */
  nextVersion: string
}
