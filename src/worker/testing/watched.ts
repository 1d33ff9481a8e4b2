import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { intercepted, type SentStatement } from '../db/intercepted.ts'
import type { Env } from '../providers/env.ts'

export type Statement = SentStatement
export type Watch = { bindings: Env; statements: Statement[]; trips: number }

/** The real database, which records every statement and counts the round trips. */
export function watched(base: Env = env): Watch {
  const watch: Watch = { bindings: base, statements: [], trips: 0 }
  const DB = intercepted(base.DB, (sent, run) => {
    watch.trips++
    watch.statements.push(...sent)
    return run()
  })
  watch.bindings = { ...base, DB }
  return watch
}

export const planOf = async ({ sql, params }: Statement): Promise<string[]> => {
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>()
  return results.map(({ detail }) => detail)
}

/** The steps of a plan that read a whole table, which must not happen to a growing one. */
export async function scansOf(statement: Statement): Promise<string[]> {
  const { sql } = statement
  const plan = await planOf(statement)
  // The result of a part of the statement is no table.
  const parts = new Set(plan.flatMap((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(detail)?.[1] ?? []))
  return (
    plan
      .filter((detail) => !parts.has(/^SCAN (\w+)/.exec(detail)?.[1] ?? ''))
      // A new row's plan also names the tables that refer to it; those are only read where a constraint is broken.
      .filter((detail) => !/^insert/i.test(sql) || sql.includes(`"${/^SCAN (\w+)/.exec(detail)?.[1]}"`))
      .filter(
        (detail) =>
          /^SCAN /.test(detail) &&
          // The only virtual tables are the values of a JSON list.
          !/USING (COVERING )?INDEX|CONSTANT ROW|SUBQUERY|VIRTUAL TABLE|\(subquery/.test(detail),
      )
      .map((detail) => `${detail} ← ${sql}`)
  )
}

/** The steps of a plan that sort the rows of a list, because no index has their order. */
export async function sortsOf({ sql, params }: Statement): Promise<string[]> {
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ parent: number; detail: string }>()
  return results
    .filter(({ parent, detail }) => parent === 0 && detail.includes('TEMP B-TREE'))
    .map(({ detail }) => `${detail} ← ${sql}`)
}

export async function noScans(statements: Statement[]) {
  expect(statements.length).toBeGreaterThan(0)
  const scans = await Promise.all(statements.map(scansOf))
  expect(scans.flat()).toEqual([])
}

/** The number of rows that the database reads. Executes the statement again: its first response was not recorded. */
export async function rowsReadBy({ sql, params }: Statement): Promise<number> {
  const { meta } = await env.DB.prepare(sql)
    .bind(...params)
    .all()
  return meta.rows_read
}
