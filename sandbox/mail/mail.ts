import { z } from 'zod'

const recipients = z.union([
  z
    .string()
    .min(1)
    .transform((one) => [one]),
  z.array(z.string().min(1)).min(1).max(50),
])

/** The body of Resend's `POST /emails`, as far as a shop needs it. */
export const mailSchema = z.object({
  from: z.string().min(1),
  to: recipients,
  subject: z.string().min(1),
  html: z.string().optional(),
  text: z.string().optional(),
  reply_to: recipients.optional(),
  headers: z.record(z.string(), z.string()).optional(),
  tags: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
})

export type Mail = z.infer<typeof mailSchema>

/** A mail in the inbox. `repeats` counts the later calls with the same idempotency key, which stored nothing. */
export interface StoredMail extends Mail {
  id: string
  at: number
  idempotencyKey: string | null
  repeats: number
}
