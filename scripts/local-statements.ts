// Executes a test's SQL through the running shop's own database connection. A second connection to the same file can
// write between a Worker's read and its write, which SQLite refuses (SQLITE_BUSY_SNAPSHOT): the Worker's call fails.
import { rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { Miniflare } from 'miniflare'

type Statement = { sql: string; params: (string | number)[] }
type Result = { changes: number } | { error: string }

const socketOf = (stateDir: string): string => join(stateDir, 'statements.sock')

/** Listens on a socket in the state's folder. Only processes of the same user and machine can write to it. */
export async function serveStatements(miniflare: Miniflare, stateDir: string): Promise<void> {
  const db = await miniflare.getD1Database('DB', 'windfall')
  const path = socketOf(stateDir)
  rmSync(path, { force: true })
  const server = createServer(async (call, answer) => {
    const { sql, params } = (await json(call)) as Statement
    const result: Result = await db
      .prepare(sql)
      .bind(...params)
      .run()
      .then(({ meta }) => ({ changes: meta.changes }))
      .catch((error: unknown) => ({ error: String(error) }))
    answer.end(JSON.stringify(result))
  })
  await new Promise<void>((listening) => server.listen(path, listening))
}

/** Returns the number of changed rows. @throws Error with the database's message */
export async function executeStatement(
  stateDir: string,
  sql: string,
  params: (string | number)[],
): Promise<number> {
  const result = await new Promise<Result>((resolve, reject) => {
    const call = request({ socketPath: socketOf(stateDir), method: 'POST' }, (answer) => {
      json(answer).then((body) => resolve(body as Result), reject)
    })
    call.on('error', reject)
    call.end(JSON.stringify({ sql, params } satisfies Statement))
  })
  if ('error' in result) throw new Error(`${sql}: ${result.error}`)
  return result.changes
}
