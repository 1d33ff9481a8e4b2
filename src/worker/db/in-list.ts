import { type Column, type SQL, sql } from 'drizzle-orm'

/**
 * Whether a column is one of these values. A list of any length is one bound parameter: D1 takes 100 in a statement, those
 * of its other conditions included.
 */
export const inList = (column: Column | SQL, values: readonly (string | number)[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
