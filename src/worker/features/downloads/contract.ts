import { z } from 'zod'

export const emailProductSchema = z.object({
  email: z.string().trim().max(254).pipe(z.email('Invalid email address')),
})
export type EmailProduct = z.infer<typeof emailProductSchema>
