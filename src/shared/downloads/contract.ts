import { z } from 'zod'
import { emailField } from '#shared/core/email-field.ts'

export const emailProductSchema = z.object({
  email: emailField,
})
export type EmailProduct = z.infer<typeof emailProductSchema>

/** The token of a mailed download link. */
export const downloadTokenSchema = z.object({ token: z.string().max(200) })

/** The file that a mailed link opens. */
export type MailedFile = {
  productId: number
  productName: string
  version: string
  fileName: string
  fileSize: number
  sha256: string
  /** When the link ends. ISO 8601. */
  expiresAt: string
}

/** The address of a file for one download: opened by the button of a link's page. It works once, for a minute. */
export type OpenedFile = { url: string }

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
