// The schema of the migrations, and the differences between it and a database.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { root } from '../prepare.mjs'

export type SchemaObject = { type: string; name: string; sql: string }

/** The shop's schema objects, without the internal objects of SQLite, D1 and wrangler. */
export const READ_SCHEMA = `SELECT type, name, sql FROM sqlite_master
  WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations'
  ORDER BY type, name`

export const migrationFiles = (): { name: string; sql: string }[] =>
  globSync('*.sql', { cwd: join(root, 'migrations') })
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(root, 'migrations', name), 'utf8') }))

/** The schema of an empty database after these migrations. */
export function schemaAfter(migrations: readonly { sql: string }[]): SchemaObject[] {
  const db = new DatabaseSync(':memory:')
  for (const { sql } of migrations) db.exec(sql)
  const objects = db.prepare(READ_SCHEMA).all() as SchemaObject[]
  db.close()
  return objects
}

/** D1 can store a statement with white space that differs from the file. */
const normal = (sql: string) => sql.replace(/\s+/g, ' ').replace(/[\s;]+$/, '')

/** One line for each object that is missing, different or unknown; empty if the schemas are equal. */
export function schemaDifferences(
  expected: readonly SchemaObject[],
  found: readonly SchemaObject[],
): string[] {
  const nameOf = ({ type, name }: SchemaObject) => `${type} ${name}`
  const foundSql = new Map(found.map((object) => [nameOf(object), normal(object.sql)]))
  const known = new Set(expected.map(nameOf))
  return [
    ...expected.flatMap((object) => {
      const sql = foundSql.get(nameOf(object))
      if (sql === undefined) return [`missing: ${nameOf(object)}`]
      return sql === normal(object.sql) ? [] : [`different: ${nameOf(object)}`]
    }),
    ...found.filter((object) => !known.has(nameOf(object))).map((object) => `unknown: ${nameOf(object)}`),
  ]
}
