import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { z } from 'zod'
import { pageQuery } from './paging.ts'

/** The cursor of a list ordered by time: the last row of a page. In requests and responses `createdAt-id`. */
export type Moment = { createdAt: number; id: number }

function readMoment(text: string): Moment | null {
  const [, createdAt, id] = /^(\d{1,15})-([1-9]\d{0,14})$/.exec(text) ?? []
  return createdAt && id ? { createdAt: Number(createdAt), id: Number(id) } : null
}

/** As `pageQuery`, for lists that are ordered by time, newest first. */
export const momentPageQuery = pageQuery.extend({
  cursor: z
    .string()
    .transform((text, context) => {
      const moment = readMoment(text)
      if (moment) return moment
      context.addIssue('This is not a valid cursor.')
      return z.NEVER
    })
    .optional(),
})

/** Selects the rows after the cursor, in the order of an index that ends with these two columns, both descending. */
export const before = (createdAt: SQLWrapper, id: SQLWrapper, cursor: Moment | undefined): SQL | undefined =>
  cursor && sql`(${createdAt}, ${id}) < (${cursor.createdAt}, ${cursor.id})`

/** Removes the one row read beyond the limit. That row means that there is a next page. */
export function toMomentPage<Row extends Moment>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { rows: page, nextCursor: last ? `${last.createdAt}-${last.id}` : null }
}
