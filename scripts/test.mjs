// npm test: all checks, also on a fresh clone. Runs on Node 20 until the pinned Node is installed.
// npm test -- PATH…: only the tests of these files; for a source file, the tests that import it.
// npm test -- PATH -t TITLE: only the tests with this title.
import { spawnSync } from 'node:child_process'
import { ensureChromium } from './chromium.mjs'
import { build, createDevVars, install, root, runAll, toolEnv } from './prepare.mjs'
import { failedTests, printSummary, slowestFiles, testCounts } from './test-report.mjs'

const BUDGET_SECONDS = 600

await install()
createDevVars()
const chromium = ensureChromium()
const browserEnv = chromium ? { CHROMIUM_PATH: chromium } : {}
const began = Date.now()
const vitest = (args = []) => [
  'vitest',
  ['run', '--reporter=default', '--reporter=json', '--outputFile.json=.cache/vitest.json', ...args],
]
const playwright = (args = [], env = {}) => ['playwright', ['test', ...args], { ...browserEnv, ...env }]

const { paths, title } = readArguments(process.argv.slice(2))
process.exitCode = paths.length > 0 ? await runSome() : await runEverything()

async function runEverything() {
  const stages = []
  const stage = async (name, work) => {
    const start = Date.now()
    const result = await work()
    stages.push({ name, seconds: (Date.now() - start) / 1000 })
    return result
  }
  // All of these at once: alone, each leaves a core idle for part of its time.
  const [checked, unit] = await stage('types, lint, build, catalogue, Worker and plain tests', () =>
    Promise.all([
      runAll([
        [['npm', ['run', '--silent', 'check:types']]],
        [['npm', ['run', '--silent', 'check:lint']], build, ['node', ['scripts/seed-browser-tests.ts']]],
        [['node', ['seed/check.ts']]],
      ]),
      runAll([[vitest()]]),
    ]),
  )
  if (!checked) return 1
  const browser = await stage('browser tests', () =>
    runAll([[playwright([], { SEEDED: '1', E2E_SHARE: 'small' })]]),
  )
  printSummary({
    stages,
    slowest: slowestFiles(),
    seconds: (Date.now() - began) / 1000,
    budget: BUDGET_SECONDS,
  })
  return end(unit && browser)
}

async function runSome() {
  const files = await testsOf(paths)
  if (files.length === 0) {
    console.log(
      `No test imports ${paths.join(', ')}. Browser tests are named themselves: npm test -- e2e/NAME.spec.ts`,
    )
    return 1
  }
  const specs = files.filter((file) => file.startsWith('e2e/'))
  const units = files.filter((file) => !file.startsWith('e2e/'))
  const lane = []
  if (units.length > 0) lane.push(vitest(title ? [...units, '-t', title] : units))
  if (specs.length > 0) lane.push(build, playwright(title ? [...specs, '-g', title] : specs))
  return end(await runAll([lane]), { unit: units.length > 0, browser: specs.length > 0 })
}

function end(ok, which = { unit: true, browser: true }) {
  for (const { name, command, message } of failedTests(which))
    console.log(`\nFailed: ${name}\n${message}\n  repeat: ${command}`)
  const { passed, failed } = testCounts(which)
  console.log(`${passed} passed, ${failed} failed`)
  return ok && failed === 0 ? 0 : 1
}

/** The test files among the named files, and the tests that import the other files. */
async function testsOf(named) {
  const isTest = (path) => /\.(test|spec)\.ts$/.test(path)
  const sources = named.filter((path) => !isTest(path))
  if (sources.length === 0) return named
  const asked = spawnSync('node', ['scripts/import-graph.ts', ...sources], {
    cwd: root,
    env: toolEnv(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return [...new Set([...named.filter(isTest), ...asked.stdout.split('\n').filter(Boolean)])]
}

function readArguments(args) {
  const at = args.indexOf('-t')
  return at < 0
    ? { paths: args, title: undefined }
    : { paths: args.filter((_, index) => index !== at && index !== at + 1), title: args[at + 1] }
}
