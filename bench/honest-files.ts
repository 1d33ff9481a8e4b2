// npm run bench:scan [-- SEED]: how often the scan of releases alarms on honest code of others. Takes 100 files of the
// npm packages in node_modules and 100 of Debian's Python, where it is installed, and counts those with a finding that
// no manifest can declare and, apart, those whose manifest must declare dynamic code. Files that one of them imports are
// there, but empty.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { scanFiles } from '../src/shared/scan/scan-files.ts'
import { ALARM_KINDS, DYNAMIC_KINDS, type FindingKind } from '../src/shared/scan/terms.ts'
import { random } from '../src/worker/testing/random.ts'

const EACH = 100
const dice = random(Number(process.argv[2] ?? 1))
const alarms = new Set<FindingKind>(ALARM_KINDS.filter((kind) => kind !== 'wrong-manifest'))
const dynamic = new Set<FindingKind>(DYNAMIC_KINDS)

type Group = { name: string; roots: string[]; pattern: RegExp }
const groups: Group[] = [
  { name: 'npm packages', roots: ['node_modules'], pattern: /(?<!\.min|\.d)\.[cm]?js$/ },
  {
    name: 'Debian’s packages in Python',
    roots: ['/usr/lib/python3/dist-packages'],
    pattern: /\.py$/,
  },
  {
    name: 'Python’s standard library',
    roots: ['/usr/lib/python3.11', '/usr/lib/python3.12', '/usr/lib/python3.13'],
    pattern: /\.py$/,
  },
]

function listFiles(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return /^(tests?|__pycache__|\..*)$/.test(entry.name) ? [] : listFiles(path, pattern)
    return entry.isFile() && pattern.test(entry.name) ? [path] : []
  })
}

/** The root of the package or library, so that the names of its own modules are known. */
const rootOf = (path: string, { roots }: Group): string => {
  const inModules = /^.*node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(path)?.[0]
  return inModules ?? `${roots.find((root) => path.startsWith(root)) ?? ''}/`
}

function archiveOf(path: string, root: string) {
  const bytes = readFileSync(path)
  const source = bytes.toString()
  const found = new Map([[path.slice(root.length), bytes]])
  const add = (candidate: string) => {
    const name = candidate.slice(root.length)
    if (
      candidate.startsWith(root) &&
      !found.has(name) &&
      existsSync(candidate) &&
      statSync(candidate).isFile()
    ) {
      found.set(name, Buffer.alloc(0))
    }
  }
  for (const [, module = ''] of source.matchAll(/(?:require\(|from |import )\s*['"](\.[^'"]+)['"]/g)) {
    for (const end of ['', '.js', '.mjs', '.cjs', '.json', '/index.js']) add(join(path, '..', module) + end)
  }
  for (const [, module = ''] of source.matchAll(/^\s*(?:from|import)\s+([\w.]+)/gm)) {
    for (const end of ['.py', '/__init__.py']) add(`${root}${module.replaceAll('.', '/')}${end}`)
    add(`${root}${module.split('.')[0]}/__init__.py`)
  }
  return [...found].map(([name, content]) => ({ path: name, size: content.length, bytes: content }))
}

for (const group of groups) {
  const all = group.roots.flatMap((root) => listFiles(root, group.pattern)).sort()
  if (all.length < EACH) {
    console.log(`${group.name}: not installed here`)
    continue
  }
  const chosen = Array.from({ length: EACH }, () => all.splice(Math.floor(dice() * all.length), 1)[0] ?? '')
  let alarmed = 0
  let isDynamic = 0
  for (const path of chosen) {
    const root = rootOf(path, group)
    const own = scanFiles(archiveOf(path, root)).findings.filter(
      (one) => one.path === path.slice(root.length) && (alarms.has(one.kind) || dynamic.has(one.kind)),
    )
    // Alarms are the last kinds, so that a file with one shows it.
    const last = own.findLast(({ kind }) => alarms.has(kind)) ?? own[0]
    if (!last) continue
    console.log(`  ${path}:${last.line} ${last.kind} ${last.value}`)
    if (alarms.has(last.kind)) alarmed++
    else isDynamic++
  }
  console.log(
    `${group.name}: ${alarmed} of ${EACH} files with a finding that cannot be declared, ${isDynamic} more with dynamic code`,
  )
}
