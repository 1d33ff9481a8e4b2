// npm run test:profile: the time of a full test run, by cause and by file.
// npm run test:profile -- PATH…: the same for these test files only.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Cause } from '../e2e/testing/profile-reporter.ts'
import { findChromium } from './chromium.mjs'
import { build, root, toolEnv } from './prepare.mjs'

type Causes = Record<string, Cause>

const paths = process.argv.slice(2)
const specs = paths.filter((path) => path.startsWith('e2e/'))
const units = paths.filter((path) => !path.startsWith('e2e/'))

const read = (name: string) => JSON.parse(readFileSync(join(root, '.cache', name), 'utf8'))

function run(
  command: string,
  args: string[],
  env: Record<string, string>,
): { output: string; seconds: number } {
  const began = Date.now()
  const done = spawnSync(command, args, {
    cwd: root,
    env: toolEnv({ ...env, NO_COLOR: '1' }),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 28,
  })
  return { output: done.stdout, seconds: (Date.now() - began) / 1000 }
}

const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(8)

function printCauses(causes: Causes): void {
  console.log(' seconds   count  cause')
  for (const [name, { count, ms }] of Object.entries(causes).sort(([, a], [, b]) => b.ms - a.ms))
    console.log(`${seconds(ms)}${String(count).padStart(8)}  ${name}`)
}

function printFiles(files: Map<string, { ms: number; note: string }>): void {
  console.log('\n seconds  file')
  const slowest = [...files].sort(([, a], [, b]) => b.ms - a.ms).slice(0, 20)
  for (const [file, { ms, note }] of slowest) console.log(`${seconds(ms)}  ${file}${note}`)
}

function sum(all: Causes[]): Causes {
  const total: Causes = {}
  for (const causes of all)
    for (const [name, { count, ms }] of Object.entries(causes)) {
      const before = total[name] ?? { count: 0, ms: 0 }
      total[name] = { count: before.count + count, ms: before.ms + ms }
    }
  return total
}

function workerTests(): void {
  const report = ['--reporter=default', '--reporter=json', '--outputFile.json=.cache/profile-vitest.json']
  const { output, seconds: wall } = run('vitest', ['run', ...report, ...units], { TEST_PROFILE: '1' })
  const profiles = new Map<string, Causes>()
  for (const [, json = ''] of output.matchAll(/^PROFILE (\{.*\})$/gm)) {
    const { file, causes } = JSON.parse(json) as { file: string; causes: Causes }
    profiles.set(relative(root, file), causes)
  }
  console.log(`\nWorker and plain tests: ${wall.toFixed(0)} s. ${/Duration .*/.exec(output)?.[0] ?? ''}\n`)
  printCauses(sum([...profiles.values()]))
  const files = new Map<string, { ms: number; note: string }>()
  for (const { name, startTime, endTime } of read('profile-vitest.json').testResults) {
    const causes = profiles.get(relative(root, name)) ?? {}
    const note = ['D1 calls', 'D1 batches', 'password hashes']
      .flatMap((cause) => (causes[cause] ? [`${causes[cause].count} ${cause}`] : []))
      .join(', ')
    files.set(relative(root, name), { ms: endTime - startTime, note: note && `  (${note})` })
  }
  printFiles(files)
}

async function browserTests(): Promise<void> {
  await build()
  const chromium = findChromium()
  const { seconds: wall } = run(
    'playwright',
    ['test', '--reporter=./e2e/testing/profile-reporter.ts', ...specs],
    {
      ...(chromium && { CHROMIUM_PATH: chromium }),
    },
  )
  const { causes, files } = read('browser-profile.json') as {
    causes: Causes
    files: Record<string, Record<string, number>>
  }
  console.log(`\nBrowser tests: ${wall.toFixed(0)} s\n`)
  printCauses(causes)
  printFiles(
    new Map(
      Object.entries(files).map(([file, byCause]) => {
        const [most] = Object.entries(byCause).sort(([, a], [, b]) => b - a)
        const ms = Object.values(byCause).reduce((all, one) => all + one, 0)
        return [file, { ms, note: most ? `  (most: ${most[0]}, ${(most[1] / 1000).toFixed(1)} s)` : '' }]
      }),
    ),
  )
}

if (paths.length === 0 || units.length > 0) workerTests()
if (paths.length === 0 || specs.length > 0) await browserTests()
