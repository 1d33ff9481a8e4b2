import { z } from 'zod'
import { scanSummarySchema } from '#shared/scan/contract.ts'
import { LANGUAGES } from '#shared/scan/terms.ts'

export const TIERS = ['script', 'premium', 'lifetime'] as const
export type Tier = (typeof TIERS)[number]

export { LIFETIME_ID, PREMIUM_ID } from '#shared/core/plan-ids.ts'

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
export const changelogEntrySchema = releaseSchema
  .pick({ version: true, publishedAt: true, changelog: true, isSecurityUpdate: true })
  .extend({
    id: z.number().int(),
    product: productSchema.pick({ id: true, slug: true, name: true, imageUrl: true }),
    /** A newer beta version, where this is the product’s current release. */
    newerBeta: z.string().nullable(),
  })
export type ChangelogEntry = z.infer<typeof changelogEntrySchema>
