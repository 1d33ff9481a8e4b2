import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import type { PreparedQuery } from 'drizzle-orm/session'
import type { Db, Statement } from './client.ts'

/** A value in a statement: itself, or SQL for it. */
export type In<Value> = Value | SQL<Value>

type Values = Record<string, string | number>

/** SQL for each value, which every execution fills in. */
export type Filled<Of extends Values> = { readonly [Name in keyof Of]: SQL<Of[Name]> }

/** SQL that `fillPlaceholders` fills in with the value of this name. */
export const filled = <Value>(name: string): SQL<Value> => sql<Value>`${sql.placeholder(name)}`

type Built = { prepared: PreparedQuery; sql: string; params: unknown[] }

/** What drizzle's batch reads of a statement. */
type Preparable = { _prepare: () => PreparedQuery & { stmt: D1PreparedStatement } }

/**
 * Statements of a batch whose SQL is built at the first call in an isolate: building it from its parts takes longer than
 * all else that the Worker does for a list. `build` gets SQL in place of the values and must not depend on anything else.
 * The statements are for `db.batch` only.
 */
export function builtOnce<Of extends Values, All extends readonly Statement[]>(
  build: (db: Db, values: Filled<Of>) => All,
): (db: Db, values: Of) => All {
  let built: Built[] | undefined
  return (db, values) => {
    built ??= build(db, filledBy(Object.keys(values))).map(buildOne)
    return built.map((one) => fill(one, db, values)) as unknown as All
  }
}

function buildOne(statement: Statement): Built {
  const prepared = (statement as unknown as Preparable)._prepare()
  return { prepared, ...prepared.getQuery() }
}

function fill({ prepared, sql, params }: Built, db: Db, values: Values): Preparable {
  const query = { sql, params: fillPlaceholders(params, values) }
  return {
    _prepare: () => ({
      stmt: (db as Db & { $client: D1Database }).$client.prepare(sql),
      getQuery: () => query,
      mapResult: (response, isFromBatch) => prepared.mapResult(response, isFromBatch),
    }),
  }
}

const filledBy = <Of extends Values>(names: string[]): Filled<Of> =>
  Object.fromEntries(names.map((name) => [name, filled(name)])) as Filled<Of>
