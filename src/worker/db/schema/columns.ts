import { sql } from 'drizzle-orm'
import { integer } from 'drizzle-orm/sqlite-core'

/** UTC epoch milliseconds, as every instant in the tables. */
export const instant = (name: string) => integer(name)

/** Whole cents of a US dollar. */
export const cents = (name: string) => integer(name)

export const flag = (name: string) => integer(name, { mode: 'boolean' })

/** Renders literals for a CHECK: `'a', 'b'`. Only ever called with constants of this code base. */
export const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))
