import {
  Column,
  type DriverValueDecoder,
  fillPlaceholders,
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

/** What drizzle's batch reads of a statement, and the fields that it makes of a row. */
type Prepared = PreparedQuery & { stmt: D1PreparedStatement; fields?: { path: string[]; field: Field }[] }
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
  const mapResult = mapperOf(prepared.fields) ?? prepared.mapResult.bind(prepared)
  return { ...prepared.getQuery(), mapResult }
}

/**
 * As drizzle makes objects of a batch's rows, but without asking of each value which kind its column is. Null where a field
 * is an object of fields.
 */
function mapperOf(fields: Prepared['fields']): Built['mapResult'] | null {
  const named = fields?.map(({ path, field }) => ({ name: path[0] ?? '', decode: decoderOf(field) }))
  if (!named || fields?.some(({ path }) => path.length > 1)) return null
  const toObject = (row: object) => {
    const values = Object.values(row)
    const object: Record<string, unknown> = {}
    for (let at = 0; at < named.length; at += 1) {
      const { name, decode } = named[at] as (typeof named)[number]
      const value = values[at]
      object[name] = decode && value !== null ? decode.mapFromDriverValue(value) : value
    }
    return object
  }
  return (response) => (response as D1Result<object>).results.map(toObject)
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
