/** `node seed/check.ts`: packs every release, unpacks and runs it like a customer, and tests what its texts promise. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scanFiles } from '../src/shared/scan/scan-files.ts'
import { filesRoot, packRelease } from './pack.ts'
import { products, type SeedCategory, type SeedProduct, type SeedRelease } from './products.ts'
import {
  EXAMPLE,
  hasPython,
  outputs,
  readRecording,
  recordingOf,
  scriptsOf,
  start,
  unpack,
} from './record.ts'

const rules: [string[], SeedCategory][] = [
  [['wallet', 'key'], 'Wallet'],
  [['farm'], 'Farming'],
  [['analytic', 'data'], 'Analytics'],
  [['chain', 'network'], 'Multi-chain'],
]

/** Specification section 4, read as "the first rule that any feature matches". */
function categoryOf(features: string[]): SeedCategory {
  const text = features.join('\n').toLowerCase()
  return rules.find(([words]) => words.some((word) => text.includes(word)))?.[1] ?? 'Automation'
}

/** The other reading: "the first feature that matches a rule". The catalogue satisfies both readings. */
function categoryByFeature(features: string[]): SeedCategory {
  const first = features.map((feature) => categoryOf([feature])).find((category) => category !== 'Automation')
  return first ?? 'Automation'
}

const problems: string[] = []
const notes = new Set<string>()
const report = (where: string, problem: string) => problems.push(`${where}: ${problem}`)

function checkProducts() {
  for (const field of ['id', 'slug', 'name'] as const) {
    const values = products.map((product) => product[field])
    const twice = values.filter((value, place) => values.indexOf(value) !== place)
    if (twice.length > 0) report('products', `${field} used twice: ${twice.join(', ')}`)
  }
  for (const product of products) checkProduct(product)
  const used = new Set(products.flatMap((product) => product.releases.map((release) => release.directory)))
  for (const slug of readdirSync(filesRoot).filter((name) => !name.startsWith('_'))) {
    for (const version of readdirSync(join(filesRoot, slug))) {
      if (!used.has(`${slug}/${version}`)) report(`files/${slug}/${version}`, 'belongs to no product')
    }
  }
}

function checkProduct(product: SeedProduct) {
  const { slug, features, releases } = product
  if (categoryOf(features) !== product.category) report(slug, `features say ${categoryOf(features)}`)
  if (categoryByFeature(features) !== product.category)
    report(slug, 'the first telling feature says otherwise')
  if (features.length < 3 || features.length > 6) report(slug, `${features.length} features`)
  if (!Number.isInteger(product.priceCents) || product.priceCents < 1) report(slug, 'price is not in cents')
  if (!/^[a-z0-9-]+$/.test(slug)) report(slug, 'not a slug')
  const copy = [product.name, product.description, ...features, ...releases.map(({ changelog }) => changelog)]
  if (copy.some((text) => text.includes('!'))) report(slug, 'exclamation mark')
  if (releases.length === 0) report(slug, 'no release')
  releases.forEach((release, place) => {
    const before = releases[place - 1]
    if (before && before.publishedDaysAgo <= release.publishedDaysAgo)
      report(slug, 'releases are not oldest first')
    if (release.directory !== `${slug}/${release.version}`) report(slug, `directory of ${release.version}`)
  })
}

const secretWords =
  /private[\s_-]*key|mnemonic|seed[\s_-]*(phrase|words)|recovery[\s_-]*phrase|passphrase|keystore/i
const denial = /\b(no|not|never|nor|without)\b/i
const network =
  /\b(urllib|requests|socket|http\.client|aiohttp)\b|node:(net|http|https|tls|dgram|dns|http2)|\bfetch\(|WebSocket/
const processes = /\b(subprocess|os\.system|eval|exec)\b|node:child_process|node:vm|new Function/

const isLease = (path: string) => /^lease\.(py|mjs)$/.test(path)

function checkText(where: string, path: string, text: string) {
  const isCode = /\.(py|mjs)$/.test(path)
  for (const line of text.split('\n')) {
    if (secretWords.test(line) && (!path.endsWith('.md') || !denial.test(line)))
      report(where, `${path} speaks of secrets: ${line.trim()}`)
    // The only file with a connection. Its code runs with a licence.json only: `checkRun` has none.
    if (isCode && !isLease(path) && network.test(line))
      report(where, `${path} reaches for the network: ${line.trim()}`)
    if (isCode && processes.test(line)) report(where, `${path} starts code: ${line.trim()}`)
    if (isCode && /0x[0-9a-fA-F]{40}/.test(line)) report(where, `${path} holds an address: ${line.trim()}`)
  }
  if (isCode) {
    const modules = [...text.matchAll(/ from '([^']+)'/g)].map(([, name]) => name ?? '')
    const foreign = path.endsWith('.mjs') && modules.find((name) => !/^(node:|\.\/)/.test(name))
    if (foreign) report(where, `${path} imports ${foreign}`)
  }
  if (path.endsWith('.md') && text.includes('!')) report(where, `${path} holds an exclamation mark`)
}

function checkRun(where: string, folder: string, script: string, recorded: string | null) {
  const first = start(folder, script, [...EXAMPLE, '--out', 'first'])
  if (first.status !== 0 || first.stderr !== '')
    return report(where, `exit ${first.status}: ${first.stderr.trim()}`)
  if (first.stdout.trim() === '') report(where, 'prints nothing')
  const written = outputs(folder, 'first')
  if (Object.values(written).some((text) => text.trim() === '')) report(where, 'writes an empty file')
  if (recorded !== null) checkRecording(where, recorded, first.stdout, written)
  const again = start(folder, script, [...EXAMPLE, '--out', 'again'])
  if (again.stdout !== first.stdout || JSON.stringify(outputs(folder, 'again')) !== JSON.stringify(written))
    report(where, 'a second run differs')

  writeFileSync(join(folder, 'empty.json'), '{}')
  const unknown = JSON.parse(readFileSync(join(folder, 'config.example.json'), 'utf8'))
  writeFileSync(join(folder, 'unknown.json'), JSON.stringify({ ...unknown, surprise: 1 }))
  for (const config of ['empty.json', 'unknown.json', 'absent.json']) {
    const refused = start(folder, script, ['--config', config, '--out', 'refused'])
    if (refused.status !== 2 || refused.stderr.trim().split('\n').length !== 1)
      report(where, `${config} is not refused in one line: ${refused.status} ${refused.stderr}`)
  }
  if (typeof unknown.seed === 'string') checkPlanner(where, folder, script, written)
}

/** The recording that the product's page shows. */
function checkRecording(where: string, slug: string, output: string, written: Record<string, string>) {
  if (JSON.stringify(readRecording(slug)) !== JSON.stringify(recordingOf(output, written)))
    report(where, 'the recorded run differs: node seed/record.ts')
}

function checkPlanner(where: string, folder: string, script: string, written: Record<string, string>) {
  start(folder, script, [...EXAMPLE, '--out', 'other', '--seed', 'another seed'])
  if (outputs(folder, 'other')['plan.csv'] === written['plan.csv']) report(where, 'the seed changes nothing')
  if (written['intents.json']) report(where, 'exports intents without being asked')
  start(folder, script, [...EXAMPLE, '--out', 'export', '--export'])
  const exported = JSON.parse(outputs(folder, 'export')['intents.json'] ?? '{}')
  const intents: { signed: boolean }[] = exported.intents ?? []
  if (intents.length === 0 || intents.some((intent) => intent.signed !== false))
    report(where, 'no unsigned intents')
  checkPlan(where, folder, JSON.parse(written['plan.json'] ?? '{}'))
}

interface PlanStep {
  step: number
  at: string
  wallet: string
  address: string
  amount: string
  balanceAfter: string
  status: string
  needs: number | ''
}

/** Checks the promises of every planner: allowed hours, gap per wallet, no debt, no step before the step it needs. */
function checkPlan(where: string, folder: string, plan: { steps: PlanStep[] }) {
  const config = JSON.parse(readFileSync(join(folder, 'config.example.json'), 'utf8'))
  const bursts = config.secondsBetween !== undefined
  const last = new Map<string, number>()
  for (const step of plan.steps) {
    const at = Date.parse(step.at)
    const hour = new Date(at).getUTCHours()
    if (hour < config.hoursUtc[0] || hour >= config.hoursUtc[1])
      report(where, `step ${step.step} at ${step.at}`)
    const gap = (at - (last.get(step.wallet) ?? 0)) / 60_000
    if (!bursts && gap < config.minGapMinutes)
      report(where, `step ${step.step} only ${gap} minutes after the last`)
    if (Number(step.balanceAfter) < 0) report(where, `step ${step.step} leaves a debt`)
    if (step.needs !== '' && step.needs >= step.step)
      report(where, `step ${step.step} before the one it needs`)
    last.set(step.wallet, at)
  }
}

function checkRelease(release: SeedRelease, recorded: string | null) {
  const where = release.directory
  const packed = packRelease(release.directory)
  const twin = packRelease(join(filesRoot, release.directory))
  if (Buffer.compare(packed.bytes, twin.bytes) !== 0 || packed.sha256 !== twin.sha256)
    report(where, 'packs differ')
  const temporary = mkdtempSync(join(tmpdir(), 'windfall-seed-'))
  try {
    const folder = unpack(packed, temporary)
    if (readdirSync(temporary).length !== 1) report(packed.fileName, 'not one top folder')
    const paths = packed.contents.map(({ path }) => path)
    for (const path of paths) checkText(where, path, readFileSync(join(folder, path), 'utf8'))
    for (const needed of ['README.md', 'SAFETY.md', 'config.example.json', 'windfall.json'])
      if (!paths.includes(needed)) report(where, `${needed} is missing`)
    for (const { kind, value, path, line, isDeclared } of scanFiles(packed.files).findings)
      if (!isDeclared) report(where, `${path}:${line} is not declared: ${kind} ${value}`)
    const scripts = scriptsOf(paths)
    const [script] = scripts
    if (!script || scripts.length > 1) return report(where, `${scripts.length} scripts instead of one`)
    const source = readFileSync(join(folder, script), 'utf8')
    if (!source.includes(`'${release.version}'`)) report(where, `${script} does not carry its version`)
    if (script.endsWith('.py') && !hasPython) notes.add('python3 is missing: the Python scripts were not run')
    else checkRun(where, folder, script, recorded)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  console.log(`${packed.sha256.slice(0, 12)}  ${packed.fileName}  ${packed.bytes.length} bytes`)
}

checkProducts()
for (const { slug, releases } of products)
  for (const release of releases) checkRelease(release, release === releases.at(-1) ? slug : null)
for (const note of notes) console.log(`note: ${note}`)
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'seed: all good' : `seed: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
