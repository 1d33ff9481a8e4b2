import { env } from 'cloudflare:workers'

type Row = Record<string, unknown>

/** Columns that every check changes, also one that finds nothing new. */
const LOOKS: Record<string, readonly string[]> = {
  payments: ['last_checked_at', 'checks', 'next_check_at'],
  subscriptions: ['observed_at', 'updated_at'],
  reconciliation_findings: ['last_seen_at'],
}

/** Tables that are not the shop's books: webhook events, reconciliation runs, sessions and internal ones. */
const APART = ['webhook_events', 'reconciliation_runs', 'sessions', 'd1_migrations', 'sqlite_sequence']

/** Every row of every table of the books, for `expect(…).toEqual`; without the columns that every check changes. */
export async function dumpBooks(): Promise<Record<string, Row[]>> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name",
  ).all<{ name: string }>()
  const tables = results.map(({ name }) => name).filter((name) => !APART.includes(name))
  const dumps = await Promise.all(
    tables.map(async (name) => {
      const { results: rows } = await env.DB.prepare(`SELECT * FROM "${name}" ORDER BY rowid`).all<Row>()
      return [name, rows.map((row) => without(row, LOOKS[name] ?? []))] as const
    }),
  )
  return Object.fromEntries(dumps)
}

const without = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
