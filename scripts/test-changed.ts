// npm run test:changed: runs the tests that reach a file which differs from the last commit, or from a given commit.
import { execFileSync, spawnSync } from 'node:child_process'
import { testsReaching } from './import-graph.ts'
import { root, toolEnv } from './prepare.mjs'

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

const base = process.argv[2] ?? 'HEAD'
const changed = [
  ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
]
const tests = testsReaching(changed)
if (tests.length === 0) {
  console.log(changed.length === 0 ? `Nothing differs from ${base}.` : 'No test reaches what was changed.')
  process.exit(0)
}
console.log(`${changed.length} changed files, ${tests.length} test files:\n${tests.join('\n')}\n`)
const done = spawnSync('node', ['scripts/test.mjs', ...tests], {
  cwd: root,
  env: toolEnv(),
  stdio: 'inherit',
})
process.exit(done.status ?? 1)
