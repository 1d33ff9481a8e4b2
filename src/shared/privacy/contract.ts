import { z } from 'zod'

export const deleteAccountSchema = z.object({
  password: z.string().min(1, 'Please enter your password').max(256),
})
export type DeleteAccount = z.infer<typeof deleteAccountSchema>
