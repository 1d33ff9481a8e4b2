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
