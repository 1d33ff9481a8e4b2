// npm run test:mutants: proves that the suite catches faults. Applies one single-line fault at a time to a copy of the
// repository and requires that the named test fails.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CATALOGUE } from './mutants/catalogue.ts'
import { draw } from './mutants/draw.ts'
import { AREAS, isBrowserTest, type Mutant, testsOf, UNDRAWN } from './mutants/mutant.ts'
import { runTests, type Selection, stopTests, type Verdict } from './mutants/run-tests.ts'
import { applyFault, copyTree, outOfDate, removeTree } from './mutants/tree-copy.ts'

const HELP = `npm run test:mutants -- [options]
  --seed N     which faults are drawn (default 12)
  --count N    how many, spread over the areas except ${UNDRAWN} (default 30)
  --area A     all faults of one area: ${AREAS.join(', ')}
  --only ID    these faults only; separate several by commas
  --all        the whole catalogue, with ${UNDRAWN}
  --list       print the selected faults and stop
  --root DIR   the tree whose suite is tried (default: this repository)`

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '12' },
    count: { type: 'string', default: '30' },
    only: { type: 'string' },
    area: { type: 'string' },
    all: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
    help: { type: 'boolean', default: false },
  },
})

if (options.help) {
  console.log(HELP)
  process.exit(0)
}

const root = resolve(options.root)
const isSampled = !options.only && !options.area && !options.all
const selected = select()
console.log(
  isSampled
    ? `${selected.length} of ${CATALOGUE.length} faults, drawn with --seed ${options.seed}`
    : `${selected.length} of ${CATALOGUE.length} faults`,
)

const outdated = (isSampled ? CATALOGUE : selected).flatMap((mutant) => {
  const reason = outOfDate(root, mutant)
  return reason === null ? [] : [{ mutant, reason }]
})
for (const { mutant, reason } of outdated) console.log(`OUT OF DATE  ${mutant.id}: ${reason}`)
if (outdated.length > 0) console.log('The catalogue is out of date: see scripts/mutants/.')

if (options.list) {
  for (const { id, area, file, test } of selected)
    console.log(`${area.padEnd(8)} ${id.padEnd(36)} ${file} · ${test}`)
  process.exit(outdated.length > 0 ? 1 : 0)
}

const copy = copyTree(root)
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(name, async () => {
    await stopTests()
    removeTree(copy)
    process.exit(130)
  })
}
process.once('exit', () => removeTree(copy))

/** Verdicts on the unchanged tree, by test selection. */
const baselines = new Map<string, Verdict>()
const survivors: string[] = []
let passed = 0
const began = Date.now()
const usable = selected.filter((mutant) => !outdated.some((one) => one.mutant === mutant))
for (const kind of ['unit', 'titled', 'browser'])
  await proveGreen(usable.filter((one) => kindOf(one) === kind))
for (const mutant of inRunOrder(usable)) {
  const { line, isCaught } = await attempt(mutant)
  console.log(line)
  if (isCaught) passed += 1
  else survivors.push(mutant.id)
}

if (survivors.length > 0) {
  console.log(`To repeat: npm run test:mutants -- --only ${survivors.join(',')}`)
}
console.log(
  `${Math.round((Date.now() - began) / 1000)} s; to repeat one fault: npm run test:mutants -- --only ID`,
)
const failed = survivors.length + outdated.length
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

function select(): readonly Mutant[] {
  const { only, area, all, seed, count } = options
  if (only) {
    return only.split(',').map((id) => {
      const mutant = CATALOGUE.find((one) => one.id === id)
      if (!mutant) throw new Error(`There is no fault ${id}; --all --list names all`)
      return mutant
    })
  }
  if (area) {
    const found = CATALOGUE.filter((one) => one.area === area)
    if (found.length === 0) throw new Error(`There is no area ${area}; choose one of ${AREAS.join(', ')}`)
    return found
  }
  if (all) return CATALOGUE
  const drawable = CATALOGUE.filter((one) => one.area !== UNDRAWN)
  return draw(drawable, Number(seed), Number(count))
}

/** Sorts browser tests last, and keeps faults with the same tests together. */
function inRunOrder(mutants: readonly Mutant[]): Mutant[] {
  const isSlow = (mutant: Mutant) => Number(testsOf(mutant).some(isBrowserTest))
  return mutants.toSorted((a, b) => isSlow(a) - isSlow(b) || keyOf(a).localeCompare(keyOf(b)))
}

function keyOf(mutant: Mutant): string {
  return `${testsOf(mutant).join(' ')} ${mutant.grep ?? ''}`
}

function kindOf(mutant: Mutant): string {
  if (testsOf(mutant).some(isBrowserTest)) return 'browser'
  return mutant.grep ? 'titled' : 'unit'
}

function selectionOf(mutant: Mutant): Selection {
  return { files: testsOf(mutant), titles: mutant.grep ? [mutant.grep] : [] }
}

/** Runs all tests of one kind together, without a fault. If the run is not green, each selection runs alone later. */
async function proveGreen(mutants: readonly Mutant[]): Promise<void> {
  const isPlain = (mutant: Mutant) => testsOf(mutant).every((file) => /^src\/(web\/|[^/]+$)/.test(file))
  for (const group of [mutants.filter(isPlain), mutants.filter((one) => !isPlain(one))]) {
    if (group.length === 0) continue
    const files = [...new Set(group.flatMap(testsOf))]
    const titles = [...new Set(group.flatMap(({ grep }) => grep ?? []))]
    const verdict = await runTests(copy, { files, titles }, false)
    if (verdict.is === 'green') for (const mutant of group) baselines.set(keyOf(mutant), verdict)
  }
}

async function attempt(mutant: Mutant): Promise<{ line: string; isCaught: boolean }> {
  const name = `${mutant.area.padEnd(8)} ${mutant.id.padEnd(36)}`
  const before = baselines.get(keyOf(mutant)) ?? (await runTests(copy, selectionOf(mutant), false))
  baselines.set(keyOf(mutant), before)
  if (before.is !== 'green') {
    const why = before.is === 'red' ? `"${before.failed}" fails` : before.reason
    return { line: `NOT GREEN    ${name} without the fault: ${why}`, isCaught: false }
  }
  const restore = applyFault(copy, mutant)
  const after = await runTests(copy, selectionOf(mutant), true).finally(restore)
  const where = testsOf(mutant).join(' ')
  if (after.is === 'red') return { line: `red          ${name} ${where} · ${after.failed}`, isCaught: true }
  if (after.is === 'green') return { line: `SURVIVED     ${name} ${where}`, isCaught: false }
  return { line: `NOT PROVEN   ${name} ${where}: ${after.reason}`, isCaught: false }
}
