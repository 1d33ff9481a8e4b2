import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { isBrowserTest } from './mutant.ts'

const VITEST_TIMEOUT_MS = 6 * 60_000
const PLAYWRIGHT_TIMEOUT_MS = 10 * 60_000
const MORE_PER_FILE_MS = 60_000

/** `broken`: no test could decide, for example because the code did not compile or the shop did not start. */
export type Verdict =
  | { is: 'green'; tests: number }
  | { is: 'red'; failed: string }
  | { is: 'broken'; reason: string }

/** `titles`: only tests with one of these texts in their title; empty: all tests of the files. */
export type Selection = { files: string[]; titles: string[] }

let running: ChildProcess | undefined
let isStopping = false

/** Runs the selected tests in the tree. `stopEarly`: the first failure is enough. */
export function runTests(tree: string, selection: Selection, stopEarly: boolean): Promise<Verdict> {
  return selection.files.some(isBrowserTest)
    ? runPlaywright(tree, selection)
    : runVitest(tree, selection, stopEarly)
}

/** Stops the running test command and its child processes. No other test starts afterwards. */
export async function stopTests(): Promise<void> {
  isStopping = true
  const child = running
  if (child?.pid !== undefined) await stop(child, child.pid)
}

async function runVitest(tree: string, { files, titles }: Selection, stopEarly: boolean): Promise<Verdict> {
  const isWorker = files.some((file) => /^src\/(worker|durable|shared)\//.test(file))
  const report = join(tree, '.cache', 'mutant-vitest.json')
  const select = titles.length === 0 ? [] : ['-t', patternOf(titles)]
  const bail = stopEarly ? ['--bail=1'] : []
  const args = ['run', '--project', isWorker ? 'worker' : 'plain', ...files, ...select, ...bail]
  const output = ['--reporter=json', `--outputFile=${report}`]
  const ended = await run(
    tree,
    'vitest',
    [...args, ...output],
    {},
    report,
    VITEST_TIMEOUT_MS + files.length * MORE_PER_FILE_MS,
  )
  if (ended.report === null) return { is: 'broken', reason: ended.reason }
  const { numFailedTests, numPassedTests, testResults } = ended.report as VitestReport
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({ title: fullName, text: failureMessages.join('\n') }))
  if (numFailedTests > 0) return judge(ended.code, failed)
  if (ended.code === 0) return greenOf(numPassedTests, titles)
  return { is: 'broken', reason: testResults.map(({ message }) => message).join(' ') || ended.reason }
}

async function runPlaywright(tree: string, { files, titles }: Selection): Promise<Verdict> {
  const report = join(tree, '.cache', 'mutant-playwright.json')
  const select = titles.length === 0 ? [] : ['-g', patternOf(titles)]
  const args = ['test', ...files, ...select, '--retries=0', '--max-failures=1', '--reporter=json']
  const env = { E2E_PORT: String(await freePort()), PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const ended = await run(
    tree,
    'playwright',
    args,
    env,
    report,
    PLAYWRIGHT_TIMEOUT_MS + files.length * MORE_PER_FILE_MS,
  )
  if (ended.report === null) return { is: 'broken', reason: ended.reason }
  const { stats, suites, errors } = ended.report as PlaywrightReport
  if (stats.unexpected > 0) return judge(ended.code, suites.flatMap(failedSpecs))
  if (ended.code === 0) return greenOf(stats.expected, titles)
  return { is: 'broken', reason: errors.map(({ message }) => message).join(' ') || ended.reason }
}

type Failed = { title: string; text: string }

/** A test that only timed out proves nothing, because the machine may be busy. */
function judge(code: number | null, failed: Failed[]): Verdict {
  const [proof] = failed.filter(({ text }) => !/timed out in \d+ ?ms|Test timeout of \d+ms/.test(text))
  if (code === 0) return { is: 'broken', reason: 'tests failed, but the exit code is 0' }
  return proof
    ? { is: 'red', failed: proof.title }
    : { is: 'broken', reason: `timed out: ${failed[0]?.title ?? 'unknown test'}` }
}

const greenOf = (tests: number, titles: string[]): Verdict =>
  tests >= Math.max(1, titles.length)
    ? { is: 'green', tests }
    : { is: 'broken', reason: 'no test has this file and title' }

type VitestReport = {
  numFailedTests: number
  numPassedTests: number
  testResults: {
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number }
  errors: { message: string }[]
  suites: Suite[]
}

type Suite = {
  specs: { title: string; ok: boolean; tests: { results: { errors: { message: string }[] }[] }[] }[]
  suites?: Suite[]
}

const failedSpecs = ({ specs, suites = [] }: Suite): Failed[] => [
  ...specs.filter(({ ok }) => !ok).map(({ title, tests }) => ({ title, text: messagesOf(tests) })),
  ...suites.flatMap(failedSpecs),
]

const messagesOf = (tests: Suite['specs'][number]['tests']): string =>
  tests
    .flatMap(({ results }) => results)
    .flatMap(({ errors }) => errors)
    .map(({ message }) => message)
    .join('\n')

const patternOf = (titles: string[]): string =>
  titles.map((title) => title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')

type Ended = { code: number | null; report: unknown; reason: string }

/** Runs a command of the tree to its end, for at most `timeoutMs`, and reads its JSON report. */
async function run(
  tree: string,
  command: string,
  args: string[],
  env: Record<string, string>,
  report: string,
  timeoutMs: number,
): Promise<Ended> {
  rmSync(report, { force: true })
  const path = `${join(tree, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`
  const child = spawn(command, args, {
    cwd: tree,
    // A separate process group: only `stop` forwards an interrupt to the child processes.
    detached: true,
    env: { ...process.env, CI: '', WRANGLER_SEND_METRICS: 'false', ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running = child
  let tail = ''
  const keep = (chunk: Buffer) => {
    tail = `${tail}${chunk}`.slice(-2000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    if (child.pid !== undefined) void stop(child, child.pid)
  }, timeoutMs)
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
  clearTimeout(timer)
  running = undefined
  if (isStopping) await new Promise(() => {})
  if (isLate) return { code, report: null, reason: `${command} did not end within ${timeoutMs / 1000} s` }
  const written = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
  return { code, report: written, reason: lastLines(tail) || `${command} ended with code ${code}` }
}

const lastLines = (text: string): string => text.trim().split('\n').slice(-6).join('\n')

/** Interrupts the process group, so that Playwright stops the shop. Kills the group after 15 s. */
async function stop(child: ChildProcess, pid: number): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  signal(pid, 'SIGINT')
  const timer = setTimeout(() => signal(pid, 'SIGKILL'), 15_000)
  await ended
  clearTimeout(timer)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  } catch {
    // The process has ended already.
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
