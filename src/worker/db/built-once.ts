import {
  Column,
  type DriverValueDecoder,
  fillPlaceholders,
  getTableName,
  is,
  noopDecoder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PreparedQuery } from 'drizzle-orm/session'
import type { Db, Statement } from './client.ts'

/** A value in a statement: itself, or SQL for it. */
export type In<Value> = Value | SQL<Value>

type Values = Record<string, string | number>

/** SQL for each value, which every execution fills in. */
export type Filled<Of extends Values> = { readonly [Name in keyof Of]: SQL<Of[Name]> }

/** SQL that `fillPlaceholders` fills in with the value of this name. */
export const filled = <Value>(name: string): SQL<Value> => sql<Value>`${sql.placeholder(name)}`

type Decoder = DriverValueDecoder<unknown, unknown>
/** drizzle's declarations leave out the decoder. */
type Decoded = SQL & { decoder: Decoder }
type Field = Column | Decoded | { sql: Decoded }

/** What drizzle's batch reads of a statement, and how it makes objects of rows: also, which joined rows are always there. */
type Prepared = PreparedQuery & {
  stmt: D1PreparedStatement
  fields?: { path: string[]; field: Field }[]
  joinsNotNullableMap?: Record<string, boolean>
}
type Preparable = { _prepare: () => Prepared }

type Built = Pick<PreparedQuery, 'mapResult'> & { sql: string; params: unknown[] }

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
  const mapResult = mapperOf(prepared) ?? prepared.mapResult.bind(prepared)
  return { ...prepared.getQuery(), mapResult }
}

/**
 * As drizzle makes objects of a batch's rows, but without asking of each value which kind its column is. Null for fields in
 * objects of objects.
 */
function mapperOf({ fields, joinsNotNullableMap }: Prepared): Built['mapResult'] | null {
  if (!fields || fields.some(({ path }) => path.length > 2)) return null
  const columns = fields.map(({ path, field }) => ({
    group: path.length > 1 ? (path[0] ?? null) : null,
    name: path.at(-1) ?? '',
    decoder: decoderOf(field),
  }))
  const groups = [...new Set(columns.flatMap(({ group }) => group ?? []))]
  const absent = joinsNotNullableMap ? absentGroups(fields, joinsNotNullableMap) : []
  const toObject = (row: object) => {
    const values = Object.values(row)
    const object: Record<string, unknown> = {}
    for (const group of groups) object[group] = {}
    for (let at = 0; at < columns.length; at += 1) {
      const { group, name, decoder } = columns[at] as (typeof columns)[number]
      const value = values[at]
      const part = group === null ? object : (object[group] as typeof object)
      part[name] = decoder && value !== null ? decoder.mapFromDriverValue(value) : value
    }
    for (const { group, at } of absent) if (values[at] === null) object[group] = null
    return object
  }
  return (response) => (response as D1Result<object>).results.map(toObject)
}

/**
 * The objects that are null for a joined row that is not there, each with the place of the value that tells it: as drizzle
 * does, the first column of an object whose columns are all of one table.
 */
function absentGroups(fields: NonNullable<Prepared['fields']>, isAlwaysThere: Record<string, boolean>) {
  const tables = new Map<string, { at: number; tables: Set<string> }>()
  for (const [at, { path, field }] of fields.entries()) {
    const [group] = path
    if (group === undefined || path.length === 1 || !is(field, Column)) continue
    const known = tables.get(group) ?? { at, tables: new Set() }
    tables.set(group, { ...known, tables: known.tables.add(getTableName(field.table)) })
  }
  return [...tables].flatMap(
    ([
      group,
      {
        at,
        tables: [table, ...others],
      },
    ]) => (table === undefined || others.length > 0 || isAlwaysThere[table] ? [] : [{ group, at }]),
  )
}

/** Null where the value stays as the database returns it. */
function decoderOf(field: Field): Decoder | null {
  const decoder: Decoder = is(field, Column) ? field : ('sql' in field ? field.sql : field).decoder
  const isAsIs = [noopDecoder, Column.prototype].some(
    ({ mapFromDriverValue }) => decoder.mapFromDriverValue === mapFromDriverValue,
  )
  return isAsIs ? null : decoder
}

function fill({ mapResult, sql, params }: Built, db: Db, values: Values): Preparable {
  const query = { sql, params: fillPlaceholders(params, values) }
  return {
    _prepare: () => ({
      stmt: (db as Db & { $client: D1Database }).$client.prepare(sql),
      getQuery: () => query,
      mapResult,
    }),
  }
}

const filledBy = <Of extends Values>(names: string[]): Filled<Of> =>
  Object.fromEntries(names.map((name) => [name, filled(name)])) as Filled<Of>
