// Access to the shop's database through wrangler: the local one of STATE_DIR, or the deployed one with --remote.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, stateDir, toolEnv } from '../prepare.mjs'
import { openExport } from './dump.ts'

export type Target = 'local' | 'remote'

export const targetOf = (args: readonly string[]): Target => (args.includes('--remote') ? 'remote' : 'local')

/** The name of the binding, not of the database: a restored database has another name. */
const DATABASE = 'DB'

/** Runs `wrangler d1` and returns its output. @throws Error with wrangler's own message. */
function wranglerD1(args: readonly string[]): string {
  const done = spawnSync('wrangler', ['d1', ...args], {
    cwd: root,
    env: toolEnv({ CI: '1' }),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  if (done.status !== 0) {
    throw new Error(
      `wrangler d1 ${args[0]} failed:\n${done.error?.message ?? ''}${done.stderr}${done.stdout}`,
    )
  }
  return done.stdout
}

const where = (target: Target) =>
  target === 'remote' ? ['--remote'] : ['--local', '--persist-to', stateDir()]

/** The rows of one query. */
export function query<Row>(target: Target, sql: string): Row[] {
  const printed = execute(target, '--json', '--command', sql.replace(/\s+/g, ' '))
  const [answer] = JSON.parse(printed) as { results: Row[] }[]
  return answer?.results ?? []
}

/** Runs a file of statements. */
export function runFile(target: Target, file: string): void {
  execute(target, '--yes', '--file', file)
}

const execute = (target: Target, ...args: string[]) =>
  wranglerD1(['execute', DATABASE, '--config', 'wrangler.toml', ...where(target), ...args])

/** A copy of the whole database in this process. The remote database answers no queries during the export. */
export function copyOf(target: Target) {
  const folder = mkdtempSync(join(tmpdir(), 'windfall-'))
  try {
    const output = join(folder, 'export.sql')
    const config = target === 'remote' ? 'wrangler.toml' : localConfig(folder)
    wranglerD1(['export', DATABASE, '--config', config, `--${target}`, '--output', output])
    return openExport(readFileSync(output, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `wrangler d1 export` has no --persist-to: it expects the local state next to its configuration. */
function localConfig(folder: string): string {
  const [database] =
    /^\[\[d1_databases\]\]\n(.+\n)+/m.exec(readFileSync(join(root, 'wrangler.toml'), 'utf8')) ?? []
  const config = join(folder, 'wrangler.toml')
  writeFileSync(config, `name = "windfall"\ncompatibility_date = "2026-10-01"\n\n${database}`)
  mkdirSync(join(folder, '.wrangler'))
  symlinkSync(stateDir(), join(folder, '.wrangler', 'state'))
  return config
}
