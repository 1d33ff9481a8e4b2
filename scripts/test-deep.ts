// npm run test:deep: the long-running kinds of tests, with many more runs than in `npm test`.
// TEST_DEPTH multiplies the number of runs (default 20); TEST_SEED repeats a run.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { isTest, testsReaching } from './import-graph.ts'
import { root, toolEnv } from './prepare.mjs'

const depth = process.env.TEST_DEPTH ?? '20'
const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31))
const named = process.argv.slice(2)
const files = named.length > 0 ? named : testsReaching(['src/worker/testing/depth.ts']).filter(isTest)
const command = `TEST_DEPTH=${depth} TEST_SEED=${seed} npm run test:deep`

console.log(`Depth ${depth}, seed ${seed}, ${files.length} files. Repeat with:\n  ${command}\n`)
const done = spawnSync('vitest', ['run', '--testTimeout=1800000', ...files], {
  cwd: root,
  env: toolEnv({ TEST_DEPTH: depth, TEST_SEED: seed }),
  stdio: 'inherit',
})
if (done.status !== 0) console.log(`\nRepeat with:\n  ${command}`)
process.exit(done.status ?? 1)
