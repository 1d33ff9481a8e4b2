import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Rows whose key begins with this text: a range of the key's index, unlike LIKE. The key is compared as it stands. */
export const startsWith = (key: SQLWrapper, text: string): SQL =>
  sql`${key} >= ${text} and ${key} < ${`${text}\u{10FFFF}`}`
