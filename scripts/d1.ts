// The shop's database through wrangler: the local one of STATE_DIR, or the deployed one with --remote.
import { spawnSync } from 'node:child_process'
import { root, stateDir, toolEnv } from './prepare.mjs'

export type Target = 'local' | 'remote'

export const targetOf = (args: readonly string[]): Target => (args.includes('--remote') ? 'remote' : 'local')

const DATABASE = 'windfall'

/** Runs `wrangler d1` and returns what it printed. @throws Error with wrangler's own words. */
export function wranglerD1(args: readonly string[]): string {
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
  const printed = wranglerD1([
    ...['execute', DATABASE, '--config', 'wrangler.toml', ...where(target)],
    ...['--json', '--command', sql],
  ])
  const [answer] = JSON.parse(printed) as { results: Row[] }[]
  return answer?.results ?? []
}
