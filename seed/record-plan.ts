/**
 * `node seed/record-plan.ts`: runs the Monad Testnet Farmer with its example configuration and writes what it printed
 * and planned to the landing page's data. `src/recorded-plan.test.ts` compares both.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packRelease } from './pack.ts'

export const RECORDED_FILE = fileURLToPath(
  new URL('../src/web/features/landing/recorded-plan.ts', import.meta.url),
)
const RELEASE = 'monad/1.2.0'

/** The text of the data file. @throws Error where the script fails, for example without Python */
export function recordPlan(): string {
  const folder = mkdtempSync(join(tmpdir(), 'windfall-plan-'))
  try {
    for (const { path, bytes } of packRelease(RELEASE).files) {
      const target = join(folder, path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, bytes)
    }
    copyFileSync(join(folder, 'config.example.json'), join(folder, 'config.json'))
    const run = spawnSync('python3', ['monad_farmer.py', '--export'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 20_000,
    })
    if (run.status !== 0) throw new Error(`The script ended with ${run.status}: ${run.stderr}`)
    const [, ...rows] = readFileSync(join(folder, 'out/plan.csv'), 'utf8').trim().split('\n')
    const steps = rows.map((row) => {
      const [, at = '', wallet, , , , action, , amount = ''] = row.split(',')
      return `${at.slice(0, 16)} ${wallet} ${action} ${Number(amount)}`
    })
    return text(run.stdout.trim(), steps)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const text = (
  output: string,
  steps: readonly string[],
) => `// Written by \`node seed/record-plan.ts\`: change it there.

/** What the Monad Testnet Farmer 1.2.0 printed for its example configuration. */
export const RECORDED_OUTPUT = \`${output}\`

/** Its plan, a step a line: time in UTC, wallet, action, amount in MON. */
export const RECORDED_STEPS = \`${steps.join('\n')}\`
`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(RECORDED_FILE, recordPlan())
