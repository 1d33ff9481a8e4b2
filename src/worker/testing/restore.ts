import { env } from 'cloudflare:workers'

/**
 * Resets the database to its first day, ids included, as a restore to that time does. Durable Objects, queues and
 * providers are not reset.
 */
export async function restoreFirstDay(): Promise<void> {
  const { results } = await env.DB.prepare(
    `SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'table')
       AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY type = 'table', rowid DESC`,
  ).all<{ type: string; name: string }>()
  await env.DB.batch([
    env.DB.prepare('PRAGMA defer_foreign_keys = on'),
    ...results.map(({ type, name }) => env.DB.prepare(`DROP ${type} "${name}"`)),
  ])
  await applyMigrations()
}

/** D1 refuses a statement of more than 100 KB. */
const MAX_STATEMENT = 90_000

/** As few statements as possible, in one call: as separate statements the migrations take four times as long. */
export function applyMigrations(): Promise<unknown> {
  const texts: string[] = []
  for (const { sql } of env.TEST_MIGRATIONS) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + sql.length < MAX_STATEMENT)
      texts[texts.length - 1] = `${last}\n${sql}`
    else texts.push(sql)
  }
  return env.DB.batch(texts.map((text) => env.DB.prepare(text)))
}
