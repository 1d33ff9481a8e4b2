import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Rows whose key begins with this text, in the same case: a range of the key's index, unlike LIKE. */
export const startsWith = (key: SQLWrapper, text: string): SQL =>
  sql`${key} >= ${text} and ${key} < ${`${text}\u{10FFFF}`}`
