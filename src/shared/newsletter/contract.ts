import { z } from 'zod'

export const confirmNewsletterSchema = z.object({ token: z.string().max(200) })
