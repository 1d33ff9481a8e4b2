import { z } from 'zod'

export const elevateSchema = z.object({
  username: z.string().trim().min(1, 'Username is required').max(254),
  adminKey: z.string().min(1, 'Admin key is required').max(512),
})
export type Elevate = z.infer<typeof elevateSchema>
