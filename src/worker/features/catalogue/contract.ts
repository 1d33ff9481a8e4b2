import { z } from 'zod'

export const TIERS = ['script', 'premium', 'lifetime'] as const
export type Tier = (typeof TIERS)[number]

/** The plans the specification fixes by id; a migration inserts them. */
export const PREMIUM_ID = 2
export const LIFETIME_ID = 12

export const CATEGORIES = ['Wallet', 'Farming', 'Analytics', 'Multi-chain', 'Automation'] as const
export type Category = (typeof CATEGORIES)[number]

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
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Product = z.infer<typeof productSchema>

/** What the page of a product shows of one of its releases. */
export const releaseSchema = z.object({
  version: z.string(),
  publishedAt: z.string(),
  /** Plain text. */
  changelog: z.string(),
  fileName: z.string(),
  /** Bytes. */
  fileSize: z.number().int(),
  sha256: z.string(),
})
export type Release = z.infer<typeof releaseSchema>

export const fileEntrySchema = z.object({
  /** Inside the archive, with `/` between folders. */
  path: z.string(),
  /** Bytes, unpacked. */
  size: z.number().int(),
})
export type FileEntry = z.infer<typeof fileEntrySchema>

/** Of a product's releases its page shows this many, newest first. */
export const SHOWN_RELEASES = 20

export const productDetailSchema = productSchema.extend({
  /** The files in the archive of the current release. */
  contents: z.array(fileEntrySchema),
  /** At most SHOWN_RELEASES. */
  releases: z.array(releaseSchema),
  releaseCount: z.number().int(),
})
export type ProductDetail = z.infer<typeof productDetailSchema>

/** A line of the changelog: a release of any listed product. */
export const changelogEntrySchema = z.object({
  id: z.number().int(),
  product: productSchema.pick({ id: true, slug: true, name: true }),
  ...releaseSchema.pick({ version: true, publishedAt: true, changelog: true }).shape,
})
export type ChangelogEntry = z.infer<typeof changelogEntrySchema>
