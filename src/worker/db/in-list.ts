import { type Column, type SQL, sql } from 'drizzle-orm'

/**
 * True where a column is one of these values. A list of any length is one bound parameter: D1 allows 100 parameters per
 * statement, those of its other conditions included.
 */
export const inList = (column: Column | SQL, values: readonly (string | number)[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
