import { z } from 'zod'
import { emailField } from '../../core/email-field.ts'

const line = (missing: string) => z.string().trim().min(1, missing).max(120, 'Use at most 120 characters')

export const contactSchema = z.object({
  firstName: line('First name is required'),
  lastName: line('Last name is required'),
  email: emailField,
  subject: line('Subject is required'),
  message: z
    .string()
    .trim()
    .min(10, 'Message must be at least 10 characters')
    .max(5000, 'Message must be at most 5000 characters'),
  newsletter: z.boolean().default(false),
  /** A field that people do not see: whoever fills it in is a program. */
  website: z.string().max(500).optional(),
})
export type Contact = z.infer<typeof contactSchema>
export type ContactForm = z.input<typeof contactSchema>

export const confirmNewsletterSchema = z.object({ token: z.string().max(200) })
