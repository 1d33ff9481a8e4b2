// npm run test:deep: the long-running kinds of tests, with many more runs than in `npm test`, and the browser tests that
// `npm test` leaves out or shortens. TEST_DEPTH multiplies the number of runs (default 20); TEST_SEED repeats a run.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { DEEP, SOUND } from '../e2e/testing/tags.ts'
import { ensureChromium } from './chromium.mjs'
import { isTest, testsReaching } from './import-graph.ts'
import { build, root, runAll, toolEnv } from './prepare.mjs'

const depth = process.env.TEST_DEPTH ?? '20'
const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31))
const named = process.argv.slice(2)
const files = named.length > 0 ? named : testsReaching(['src/worker/testing/depth.ts']).filter(isTest)
const specs = files.filter((file) => file.endsWith('.spec.ts'))
const units = files.filter((file) => !specs.includes(file))
const command = `TEST_DEPTH=${depth} TEST_SEED=${seed} npm run test:deep`

function runUnits(): boolean {
  if (units.length === 0) return true
  console.log(`Depth ${depth}, seed ${seed}, ${units.length} files. Repeat with:\n  ${command}\n`)
  const done = spawnSync('vitest', ['run', '--testTimeout=1800000', ...units], {
    cwd: root,
    env: toolEnv({ TEST_DEPTH: depth, TEST_SEED: seed }),
    stdio: 'inherit',
  })
  if (done.status !== 0) console.log(`\nRepeat with:\n  ${command}`)
  return done.status === 0
}

/** Browser tests have no depth: they are complete here. */
async function runSpecs(): Promise<boolean> {
  if (named.length > 0 && specs.length === 0) return true
  const chromium = ensureChromium()
  const env = chromium ? { CHROMIUM_PATH: chromium } : {}
  return runAll([
    [build, ['playwright', ['test', '--pass-with-no-tests', '--grep', `${DEEP}|${SOUND}`, ...specs], env]],
  ])
}

const isDone = [runUnits(), await runSpecs()].every(Boolean)
process.exit(isDone ? 0 : 1)
