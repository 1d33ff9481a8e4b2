import { z } from 'zod'
import { productSchema } from '#shared/catalogue/contract.ts'

export const ACCESS_TYPES = ['purchase', 'subscription', 'admin', 'free'] as const

export const GRANT_STATUSES = ['active', 'revoked', 'refunded', 'disputed'] as const

/** Why a product opens: its own purchase, its own subscription, or one of the two plans. */
export const ACCESS_SOURCES = ['purchase', 'subscription', 'premium', 'lifetime'] as const

export const myProductSchema = productSchema.extend({
  access: z.object({
    source: z.enum(ACCESS_SOURCES),
    /** When access began. */
    since: z.string(),
    /** When it ends unless renewed; null: no end. */
    until: z.string().nullable(),
    /** Whether it renews automatically then. */
    renews: z.boolean(),
    /** Releases published after this are not included; null: all are. */
    updatesUntil: z.string().nullable(),
    /** Its own single payment, which stays when a plan that opens the product too has ended; null: none. */
    purchase: z.object({ since: z.string(), updatesUntil: z.string().nullable() }).nullable(),
  }),
})
export type MyProduct = z.infer<typeof myProductSchema>
