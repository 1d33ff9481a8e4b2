import { z } from 'zod'
import { readCursor } from './order-cursor-rules.ts'

/** `?cursor` of the lists of orders and subscriptions. */
export const cursorField = z
  .string()
  .transform((text, context) => {
    const cursor = readCursor(text)
    if (cursor) return cursor
    context.addIssue('This is not a valid cursor.')
    return z.NEVER
  })
  .optional()
