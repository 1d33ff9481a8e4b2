/**
 * `node seed/record.ts`: runs the newest release of every product with its example, and stores what it printed and wrote
 * in `seed/runs`. The product's page shows it. check.ts fails where a run gives something else than its record.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unzipSync } from 'fflate'
import type { RecordedRun } from '../src/shared/catalogue/contract.ts'
import { runTable } from '../src/shared/catalogue/run-table.ts'
import { type PackedRelease, packRelease } from './pack.ts'
import { products, type SeedProduct } from './products.ts'

const runsRoot = join(dirname(fileURLToPath(import.meta.url)), 'runs')
export const EXAMPLE = ['--config', 'config.example.json']
/** The table that a product's page shows, where a run writes several. */
const FIRST_TABLES = ['plan.csv', 'agenda.csv', 'ledger.csv']

export const hasPython = spawnSync('python3', ['--version']).status === 0

const isPython = (script: string) => script.endsWith('.py')

/** The one script at the top of an archive that a buyer starts. */
export const scriptsOf = (paths: readonly string[]): string[] =>
  paths.filter((path) => /^[^/]+\.(py|mjs)$/.test(path) && !/^(planner|lease)\./.test(path))

/** Unpacks an archive as a buyer does. Returns the folder of its files. */
export function unpack(packed: PackedRelease, into: string): string {
  for (const [path, bytes] of Object.entries(unzipSync(packed.bytes))) {
    mkdirSync(dirname(join(into, path)), { recursive: true })
    writeFileSync(join(into, path), bytes)
  }
  return join(into, basename(packed.fileName, '.zip'))
}

/** Runs a script of an unpacked archive. */
export function start(folder: string, script: string, args: readonly string[]) {
  const command = isPython(script) ? 'python3' : process.execPath
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONWARNINGS: 'error' }
  const run = spawnSync(command, [script, ...args], { cwd: folder, env, encoding: 'utf8', timeout: 20_000 })
  return { status: run.status, stdout: run.stdout, stderr: run.stderr }
}

/** The files that a run wrote into this folder, by their names. */
export function outputs(folder: string, out: string): Record<string, string> {
  const names = readdirSync(join(folder, out)).sort()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, out, name), 'utf8')]))
}

/** What a run printed, and the table of those it wrote that its product's page shows. */
export type Recording = { output: string; file: string; csv: string }

export function recordingOf(stdout: string, written: Record<string, string>): Recording {
  const tables = Object.keys(written).filter((name) => name.endsWith('.csv'))
  const file = FIRST_TABLES.find((name) => tables.includes(name)) ?? tables[0] ?? ''
  return { output: stdout, file, csv: written[file] ?? '' }
}

/** The stored recording of a product's newest release. */
export function readRecording(slug: string): Recording {
  const folder = join(runsRoot, slug)
  const file = readdirSync(folder).find((name) => name.endsWith('.csv')) ?? ''
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
  return { output: read('output.txt'), file, csv: read(file) }
}

/** The newest release of a product as its page shows its run. */
export function recordedRun({ slug, releases }: Pick<SeedProduct, 'slug' | 'releases'>): RecordedRun {
  const [script = ''] = scriptsOf(newest({ releases }).contents.map(({ path }) => path))
  const { output, file, csv } = readRecording(slug)
  return {
    command: `${isPython(script) ? 'python3' : 'node'} ${script} ${EXAMPLE.join(' ')}`,
    output: output.trimEnd(),
    table: runTable(file, csv),
  }
}

const newest = ({ releases }: Pick<SeedProduct, 'releases'>) => packRelease(releases.at(-1)?.directory ?? '')

function record(product: SeedProduct): void {
  const packed = newest(product)
  const [script = ''] = scriptsOf(packed.contents.map(({ path }) => path))
  const temporary = mkdtempSync(join(tmpdir(), 'windfall-record-'))
  try {
    const folder = unpack(packed, temporary)
    const { status, stdout, stderr } = start(folder, script, EXAMPLE)
    if (status !== 0) throw new Error(`${packed.fileName} ended with ${status}: ${stderr}`)
    const { output, file, csv } = recordingOf(stdout, outputs(folder, 'out'))
    const into = join(runsRoot, product.slug)
    mkdirSync(into, { recursive: true })
    writeFileSync(join(into, 'output.txt'), output)
    writeFileSync(join(into, file), csv)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(runsRoot, { recursive: true, force: true })
  for (const product of products) record(product)
}
