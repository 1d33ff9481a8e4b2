// Reads the reports of the two test runners: counts, failures with the command to repeat each, the slowest files.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './prepare.mjs'

const read = (name) => {
  const path = join(root, '.cache', name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** Every test of the last run: file, title, status, milliseconds, and the message of a failure. */
function unitTests() {
  return (read('vitest.json')?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.map((one) => ({
      file,
      title: one.fullName,
      failed: one.status === 'failed',
      passed: one.status === 'passed',
      ms: one.duration ?? 0,
      message: one.failureMessages?.[0],
    }))
    // A file that could not be loaded or set up fails without any failed test.
    const broken = status === 'failed' && !tests.some(({ failed }) => failed)
    return broken ? [...tests, { file, title: '', failed: true, passed: false, ms: 0 }] : tests
  })
}

function browserTests() {
  const tests = []
  const visit = ({ file, title, suites = [], specs = [] }, titles) => {
    const below = title && title !== file ? [...titles, title] : titles
    for (const spec of specs) {
      tests.push({
        file: `e2e/${file}`,
        title: [...below, spec.title].join(' '),
        failed: !spec.ok,
        passed: spec.ok && spec.tests.some(({ status }) => status !== 'skipped'),
        ms: spec.tests.reduce(
          (sum, { results }) => sum + results.reduce((all, one) => all + one.duration, 0),
          0,
        ),
        message: spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))[0]?.message,
      })
    }
    for (const suite of suites) visit(suite, below)
  }
  const report = read('playwright.json')
  for (const suite of report?.suites ?? []) visit(suite, [])
  // The run itself failed, for example because the shop did not start or a spec's import failed.
  if (tests.length === 0 || report.errors.length > 0)
    tests.push({ file: 'e2e', title: '', failed: true, passed: false, ms: 0 })
  return tests
}

const testsOf = ({ unit = true, browser = true } = {}) => [
  ...(unit ? unitTests() : []),
  ...(browser ? browserTests() : []),
]

export function testCounts(which) {
  const all = testsOf(which)
  return {
    passed: all.filter(({ passed }) => passed).length,
    failed: all.filter(({ failed }) => failed).length,
  }
}

const asPattern = (title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** The first lines of a failure, so that the end of the output says why. */
const shortened = (message) =>
  stripVTControlCharacters(message).slice(0, 2000).split('\n').slice(0, 20).join('\n')

export const failedTests = (which) =>
  testsOf(which)
    .filter(({ failed }) => failed)
    .map(({ file, title, message = '' }) => ({
      name: `${file} ${title}`.trim(),
      message: shortened(message),
      command: `npm test -- ${file}${title ? ` -t ${quoted(asPattern(title))}` : ''}`,
    }))

/** The five slowest test files: path and seconds, summed over their tests. */
export function slowestFiles(which) {
  const seconds = new Map()
  for (const { file, ms } of testsOf(which)) seconds.set(file, (seconds.get(file) ?? 0) + ms / 1000)
  return [...seconds].sort(([, a], [, b]) => b - a).slice(0, 5)
}

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`

export function printSummary({ stages, slowest, seconds, budget }) {
  const lines = [
    '',
    `Time: ${clock(seconds)} of a budget of ${clock(budget)}${seconds > budget ? ': OVER THE BUDGET' : ''}`,
    ...stages.map((stage) => `  ${clock(stage.seconds).padStart(5)}  ${stage.name}`),
    'Slowest test files (seconds in their tests):',
    ...slowest.map(([file, spent]) => `  ${spent.toFixed(1).padStart(5)}  ${file}`),
    '',
  ]
  console.log(lines.join('\n'))
}
