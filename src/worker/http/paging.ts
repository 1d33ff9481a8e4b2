import { z } from 'zod'

/** `?limit` (50 by default, at most 100), `?cursor` (the last id of the page before), `?q`. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.coerce.number().int().positive().optional(),
  q: z.string().trim().max(100).optional(),
})

/** Removes the one row read beyond the limit. That row means that there is a next page. */
export function toPage<Row extends { id: number }>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit)
  const more = rows.length > limit
  return { rows: page, nextCursor: more ? (page.at(-1)?.id ?? null) : null }
}
