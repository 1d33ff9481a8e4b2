import { z } from 'zod'

/** A row's id in a URL, in its only valid spelling: 7, not 07, 7.0 or 0x7. */
export const idParam = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'This is not a valid id.')
    .transform(Number),
})
