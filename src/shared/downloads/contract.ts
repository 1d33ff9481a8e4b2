import { z } from 'zod'
import { emailField } from '#shared/core/email-field.ts'

export const emailProductSchema = z.object({
  email: emailField,
})
export type EmailProduct = z.infer<typeof emailProductSchema>

/** A download in the history of its account. */
export type MyDownload = {
  id: number
  at: string
  product: { id: number; slug: string; name: string }
  version: string
  via: 'session' | 'link'
  /** The /24 (IPv4) or /48 (IPv6) network; null: unknown, or older than 180 days. */
  network: string | null
  /** Whether the version is offered today. */
  state: 'offered' | 'withdrawn' | 'recalled'
}
