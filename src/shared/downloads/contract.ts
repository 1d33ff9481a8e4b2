import { z } from 'zod'
import { emailField } from '#shared/core/email-field.ts'

export const emailProductSchema = z.object({
  email: emailField,
})
export type EmailProduct = z.infer<typeof emailProductSchema>
