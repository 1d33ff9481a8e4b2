import { z } from 'zod'
import { isWholeCents } from '#shared/core/money.ts'
import { adminScanSchema, scanSummarySchema } from '#shared/scan/contract.ts'
import { LANGUAGES } from '#shared/scan/terms.ts'

export const TIERS = ['script', 'premium', 'lifetime'] as const
export type Tier = (typeof TIERS)[number]

export { LIFETIME_ID, PREMIUM_ID } from '#shared/core/plan-ids.ts'

/** A bundle names at least and at most this many products. */
export const BUNDLED_MIN = 2
export const BUNDLED_MAX = 20

/** A product of a bundle. */
export const bundledProductSchema = z.object({
  id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  /** USD, where it is bought alone. */
  price: z.number(),
  /** It is listed and has a published file. */
  isForSale: z.boolean(),
})
export type BundledProduct = z.infer<typeof bundledProductSchema>

export const productSchema = z.object({
  id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  tier: z.enum(TIERS),
  category: z.string(),
  /** USD; per month where isSubscription. */
  price: z.number(),
  isSubscription: z.boolean(),
  /** Days without a charge at the start of a subscription by card, once per person; 0: none. */
  trialDays: z.number().int(),
  features: z.array(z.string()),
  requirements: z.array(z.string()),
  imageUrl: z.string().nullable(),
  fileName: z.string().nullable(),
  /** Bytes. */
  fileSize: z.number().int().nullable(),
  fileType: z.string().nullable(),
  fileVersion: z.string().nullable(),
  sha256: z.string().nullable(),
  releasedAt: z.string().nullable(),
  downloadUrl: z.string(),
  /** Of the current release, as its windfall.json declares them. `*`: any chain. */
  language: z.enum(LANGUAGES).nullable(),
  chains: z.array(z.string()),
  /** The last day of the promised security updates (2028-06-30, in UTC); null: no day is promised. */
  securityUpdatesUntil: z.string().nullable(),
  /** Of a bundle, what it contains; null: the product is no bundle. A bundle has no file. */
  bundle: z
    .object({
      products: z.array(bundledProductSchema),
      /** The checkout of one of its products may offer it. */
      isOffered: z.boolean(),
    })
    .nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Product = z.infer<typeof productSchema>

/** A release as the page of its product shows it. */
export const releaseSchema = z.object({
  version: z.string(),
  publishedAt: z.string(),
  /** Plain text. */
  changelog: z.string(),
  fileName: z.string(),
  /** Bytes. */
  fileSize: z.number().int(),
  sha256: z.string(),
  /** The fingerprint of the publisher's key that signed it; null: unsigned. */
  signedBy: z.string().nullable(),
  /** The place of its publication in the public log. */
  logIndex: z.number().int().nullable(),
  /** Included for every owner, also after their updates ended. */
  isSecurityUpdate: z.boolean(),
})
export type Release = z.infer<typeof releaseSchema>

export const fileEntrySchema = z.object({
  /** The path inside the archive, with `/` between folders. */
  path: z.string(),
  /** Bytes, unpacked. */
  size: z.number().int(),
})
export type FileEntry = z.infer<typeof fileEntrySchema>

/** What a buyer needs to run a release: from the `windfall.json` and the paths of its archive. */
export const runFactsSchema = z.object({
  language: z.enum(LANGUAGES),
  /** For people: 'Python 3.9 or newer'. */
  runtime: z.string(),
  /** The file to start, in the top folder; null: there is none. */
  entry: z.string().nullable(),
  /** Names of packages to install. */
  dependencies: z.array(z.string()),
  /** The one folder that contains all files; '': none; null: not known for releases uploaded before 2026-12. */
  folder: z.string().nullable(),
  /** The archive has a `config.example.json`. */
  hasExample: z.boolean(),
})
export type RunFacts = z.infer<typeof runFactsSchema>

/** A release that nobody must run, as the page of its product warns of it. Plain texts. */
export const recalledReleaseSchema = z.object({
  version: z.string(),
  recalledAt: z.string(),
  reason: z.string(),
  /** What everyone who has the file must do. */
  advice: z.string(),
})
export type RecalledRelease = z.infer<typeof recalledReleaseSchema>

/** A table of a recorded run: its first rows, the header first. */
export const runTableSchema = z.object({
  /** `plan.csv`. */
  file: z.string(),
  rows: z.array(z.array(z.string())),
  /** All rows of the file, without the header. */
  rowCount: z.number().int(),
})

/** What a run of a release printed and wrote, as the page of its product shows it. */
export const recordedRunSchema = z.object({
  /** `python3 monad_farmer.py --config config.example.json`. */
  command: z.string(),
  output: z.string(),
  table: runTableSchema.nullable(),
})
export type RecordedRun = z.infer<typeof recordedRunSchema>

/** A product's page shows at most this many of its releases, newest first. */
export const SHOWN_RELEASES = 20

export const productDetailSchema = productSchema.extend({
  /** The files in the archive of the current release. */
  contents: z.array(fileEntrySchema),
  /** At most SHOWN_RELEASES. */
  releases: z.array(releaseSchema),
  releaseCount: z.number().int(),
  /** The newest beta version, where it is newer than the current release. */
  beta: releaseSchema.pick({ version: true, publishedAt: true }).nullable(),
  /** At most SHOWN_RELEASES, newest first. */
  recalled: z.array(recalledReleaseSchema),
  /** The scan of the current release; null: it has no file, or was published before there were scans. */
  scan: scanSummarySchema.nullable(),
  /** A run of the current release. */
  run: recordedRunSchema.nullable(),
  /** The README in the archive of the current release. */
  readme: z.string().nullable(),
  /** Of all its releases, since the shop counts them. */
  downloads: z.number().int(),
  /** The bundles for sale that contain it, the smallest first. */
  bundles: z.array(productSchema),
  /** Of a bundle: a recorded run of each of its products that has one. */
  runs: z.array(z.object({ productId: z.number().int(), version: z.string(), run: recordedRunSchema })),
})
export type ProductDetail = z.infer<typeof productDetailSchema>

/** An entry of the changelog: a release of any listed product. */
export const changelogEntrySchema = z.object({
  id: z.number().int(),
  product: productSchema.pick({ id: true, slug: true, name: true, imageUrl: true }),
  ...releaseSchema.pick({ version: true, publishedAt: true, changelog: true, isSecurityUpdate: true }).shape,
  /** A newer beta version, where this is the product’s current release. */
  newerBeta: z.string().nullable(),
})
export type ChangelogEntry = z.infer<typeof changelogEntrySchema>

// Below: the requests and responses of the back office.

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
