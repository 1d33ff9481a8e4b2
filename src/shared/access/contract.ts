import { z } from 'zod'
import { productSchema, runFactsSchema } from '#shared/catalogue/contract.ts'

export const ACCESS_TYPES = ['purchase', 'subscription', 'admin', 'free'] as const

export const GRANT_STATUSES = ['active', 'revoked', 'refunded', 'disputed'] as const

/** The reason for access to a product: its own purchase, its own subscription, or one of the two plans. */
export const ACCESS_SOURCES = ['purchase', 'subscription', 'premium', 'lifetime'] as const

/** `stable`: the releases that everyone is offered. `beta`: those, and the beta versions. */
export const CHANNELS = ['stable', 'beta'] as const
export type Channel = (typeof CHANNELS)[number]

export const channelChoiceSchema = z.object({ channel: z.enum(CHANNELS) })

export const myProductSchema = productSchema.extend({
  /** The channel that the owner chose. */
  channel: z.enum(CHANNELS),
  /** The release that they get is a beta version. */
  isBeta: z.boolean(),
  /** Every version that this access includes and that is offered today, newest first. */
  versions: z.array(
    z.object({ version: z.string(), publishedAt: z.string().nullable(), fileSize: z.number().int() }),
  ),
  /** The newest version that this account downloaded; null: none. */
  downloadedVersion: z.string().nullable(),
  /** Whether the current file is newer than every version that this account downloaded; false where there is none. */
  isNew: z.boolean(),
  /** The publication of the current file is in the public log. */
  isLogged: z.boolean(),
  /** How the current file is run; null: there is none, or its archive declares nothing. */
  run: runFactsSchema.nullable(),
  /** The account's newest paid order of the product, which has an invoice; null: none. */
  orderReference: z.string().nullable(),
  access: z.object({
    source: z.enum(ACCESS_SOURCES),
    /** When access began. */
    since: z.string(),
    /** When access ends unless renewed; null: no end. */
    until: z.string().nullable(),
    /** Whether access renews automatically at `until`. */
    renews: z.boolean(),
    /** Releases published after this instant are not included; null: all releases are. */
    updatesUntil: z.string().nullable(),
    /** The name of the bundle by which this access was bought; null: it was bought alone, or given. */
    bundle: z.string().nullable(),
    /** The product's own one-time purchase: it remains after a plan that also opens the product ends. Null: none. */
    purchase: z.object({ since: z.string(), updatesUntil: z.string().nullable() }).nullable(),
  }),
})
export type MyProduct = z.infer<typeof myProductSchema>
