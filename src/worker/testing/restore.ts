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
  await env.DB.prepare(env.TEST_MIGRATIONS.map(({ sql }) => sql).join('\n')).run()
}
