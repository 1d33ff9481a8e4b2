import { z } from 'zod'
import { emailField } from '#shared/core/email-field.ts'

export const emailProductSchema = z.object({
  email: emailField,
})
export type EmailProduct = z.infer<typeof emailProductSchema>

/** The limits against sharing, per purchase: one product of one account, or of one guest payment. */
export const LIMIT_DAYS = 30
export const MOST_NETWORKS = 20
export const MOST_DOWNLOADS = 200

/** The limits in words, for every text that names them. */
export const LIMITS_IN_WORDS = `${MOST_DOWNLOADS} downloads and ${MOST_NETWORKS} networks per product within ${LIMIT_DAYS} days`

/** A download in the history of its account. */
export type MyDownload = {
  id: number
  at: string
  product: { id: number; slug: string; name: string }
  version: string
  via: 'session' | 'link' | 'emergency'
  /** The /24 (IPv4) or /48 (IPv6) network; null: unknown, or older than 180 days. */
  network: string | null
  /** Whether the version is offered today. */
  state: 'offered' | 'withdrawn' | 'recalled'
}
