import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** The order of imports between features: a feature may import the features before it. */
const FEATURES = [
  'scan',
  'legal',
  'seller',
  'run-steps',
  'email',
  'notifications',
  'staff',
  'budgets',
  'feed',
  'passwords',
  'login-limits',
  'accounts',
  'factors',
  'identity',
  'catalogue',
  'log',
  'publishers',
  'releases',
  'coupons',
  'referrals',
  'access',
  'licences',
  'downloads',
  'lockdown',
  'subscriptions',
  'payments',
  'invoices',
  'refunds',
  'recovery',
  'newsletter',
  'contact',
  'contracts',
  'reviews',
  'announcements',
  'recalls',
  'bounces',
  'privacy',
  'users',
  'orders',
  'emergency',
  'stats',
  'exports',
  'audit',
  'security',
  'health',
]

/** From the top down; an import may stay on its level or go down, never up. */
const LEVELS = ['wiring', 'durable', 'feature', 'store', 'http', 'providers', 'rules', 'core']

/**
 * The subfolders ("rooms") of a feature: a room may import the use cases of the rooms before it. Rules, stores and
 * writes of a room are open to all rooms. Of the files directly in the feature's folder, only `routes.ts` may import a
 * room's use case.
 */
const ROOMS: Record<string, readonly string[]> = {
  payments: [
    'notices',
    'prepaid',
    'upgrades',
    'settlement',
    'guests',
    'checkout',
    'balance',
    'guest-checkout',
    'reminders',
    'unsettled',
    'webhooks',
  ],
}

/** `LEVELS` for the folders of src/web. Files directly in src/web are wiring. */
const WEB_LEVELS = ['wiring', 'app', 'admin', 'features', 'ui', 'lib']

type Area = 'shared' | 'worker' | 'web' | 'sandbox' | 'other'
type Place = { area: Area; level?: string; feature?: string; room?: string | undefined; file: string }
type Import = { from: string; to: string; typeOnly: boolean }

function placeOf(path: string): Place {
  const file = path.slice(path.lastIndexOf('/') + 1)
  if (path.startsWith('src/web/')) {
    return {
      area: 'web',
      level: /^src\/web\/(app|admin|features|ui|lib)\//.exec(path)?.[1] ?? 'wiring',
      file,
    }
  }
  const noun = /^src\/shared\/([\w-]+)\//.exec(path)?.[1]
  if (noun === 'core') return { area: 'shared', level: 'core', file }
  if (noun) return { area: 'shared', level: 'rules', feature: noun, file }
  if (path.startsWith('sandbox/')) return { area: 'sandbox', file }
  if (path.startsWith('src/durable/')) {
    return { area: 'worker', level: file.endsWith('-rules.ts') ? 'rules' : 'durable', file }
  }
  const [, feature, room] = /^src\/worker\/features\/([\w-]+)\/(?:([\w-]+)\/)?/.exec(path) ?? []
  if (feature) return { area: 'worker', level: levelInFeature(file), feature, room, file }
  const folder = /^src\/worker\/(core|http|providers|db)\//.exec(path)?.[1]
  if (folder) return { area: 'worker', level: folder === 'db' ? 'providers' : folder, file }
  return path.startsWith('src/worker/') ? { area: 'worker', level: 'wiring', file } : { area: 'other', file }
}

function levelInFeature(file: string): string {
  if (/(^|-)contract\.ts$/.test(file) || /(^|-)(rules|state)\.ts$/.test(file)) return 'rules'
  return /(^|-)(store|writes)\.ts$/.test(file) ? 'store' : 'feature'
}

/** The rule that an import breaks, or null. */
function lawBrokenBy({ from, to, typeOnly }: Import): string | null {
  const a = placeOf(from)
  const b = placeOf(to)
  if (a.area === 'web' && b.area === 'worker') {
    return /(^|-)routes\.ts$/.test(b.file) && typeOnly ? null : 'the web may import routes, and only as types'
  }
  if (a.area === 'web' && b.area === 'web') {
    const upward = WEB_LEVELS.indexOf(a.level ?? '') > WEB_LEVELS.indexOf(b.level ?? '')
    return upward ? `${a.level} may not import ${b.level}` : null
  }
  if (a.area === 'worker' && b.area === 'web') return 'the Worker never imports the web'
  if (a.area === 'sandbox' && b.area !== 'sandbox') return 'the sandbox stands alone'
  if (b.area === 'sandbox' && a.area !== 'sandbox') return 'nothing knows the sandbox'
  if (a.area === 'shared' && b.area !== 'shared') return 'what is shared knows only what is shared'
  if (!['worker', 'shared'].includes(a.area) || !['worker', 'shared'].includes(b.area)) return null
  // The one allowed import upward: env.ts types its bindings by the Durable Object classes.
  if (isBinding({ from, to, typeOnly })) return null
  if (LEVELS.indexOf(a.level ?? '') > LEVELS.indexOf(b.level ?? ''))
    return `${a.level} may not import ${b.level}`
  if (a.feature && a.feature === b.feature) return roomLawBrokenBy(a, b)
  if (!a.feature || !b.feature) return null
  if (/(^|-)store\.ts$/.test(b.file) || b.file === 'routes.ts') return `${b.file} is private to its feature`
  if (a.file === 'contract.ts' && b.file === 'contract.ts') return null
  const upward = FEATURES.indexOf(b.feature) > FEATURES.indexOf(a.feature)
  // Contracts are plain data: the contract of a later feature may be imported.
  if (upward && !(b.level === 'rules' && b.file === 'contract.ts'))
    return `${a.feature} may not know ${b.feature}`
  return null
}

/** The rule about rooms that an import within one feature breaks, or null. */
function roomLawBrokenBy(a: Place, b: Place): string | null {
  const rooms = ROOMS[a.feature ?? '']
  if (!rooms || b.room === undefined || a.room === b.room || b.level !== 'feature') return null
  if (a.room === undefined) return a.file === 'routes.ts' ? null : `${a.file} may not know the room ${b.room}`
  return rooms.indexOf(b.room) > rooms.indexOf(a.room) ? `${a.room} may not know ${b.room}` : null
}

function importsOf(path: string): Import[] {
  const source = readFileSync(path, 'utf8')
  const found: Import[] = []
  const pattern =
    /(?:^|\n)\s*(import|export)\s+(type\s)?(?:[^'"`;]*?from\s+)?'((?:\.|#shared\/)[^']+)'|import\((?:\s*)'(\.[^']+)'/g
  for (const match of source.matchAll(pattern)) {
    const target = match[3] ?? match[4]
    if (!target) continue
    const isTypeImport =
      match[2] !== undefined || (match[4] !== undefined && path.endsWith('providers/env.ts'))
    const to = target.startsWith('#') ? join('src', target.slice(1)) : join(dirname(path), target)
    found.push({ from: path, to, typeOnly: isTypeImport })
  }
  return found
}

/** The type imports of the Durable Object classes in env.ts. The classes import the bindings' type from env.ts. */
const isBinding = ({ from, to, typeOnly }: Import) =>
  typeOnly && from === 'src/worker/providers/env.ts' && to.startsWith('src/durable/')

const sources = globSync('{src,sandbox}/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$/.test(path))
const products = sources.filter((path) => !path.startsWith('src/worker/testing/'))

test('every import points down, and no feature imports another feature’s store or routes', () => {
  const broken = products.flatMap((path) =>
    importsOf(path).flatMap((found) => {
      const law = lawBrokenBy(found)
      return law ? [`${found.from} → ${found.to}: ${law}`] : []
    }),
  )
  expect(broken).toEqual([])
  expect(products.length).toBeGreaterThan(100)
})

test('ROOMS lists exactly the subfolders of every feature with rooms', () => {
  const places = products
    .map(placeOf)
    .filter(({ feature, room }) => room !== undefined && ROOMS[feature ?? ''])
  const unknown = places.filter(({ feature, room }) => !ROOMS[feature ?? '']?.includes(room ?? ''))
  expect(unknown).toEqual([])
  for (const [feature, rooms] of Object.entries(ROOMS)) {
    const found = new Set(places.filter((place) => place.feature === feature).map(({ room }) => room))
    expect([...rooms].filter((room) => !found.has(room))).toEqual([])
  }
})

/** The files of one import cycle; empty where there is none. Lazy and type-only imports count. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const path: string[] = []
  function visit(file: string): string[] {
    if (done.has(file)) return []
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    path.push(file)
    for (const to of graph.get(file) ?? []) {
      const circle = visit(to)
      if (circle.length > 0) return circle
    }
    path.pop()
    done.add(file)
    return []
  }
  for (const file of graph.keys()) {
    const circle = visit(file)
    if (circle.length > 0) return circle
  }
  return []
}

test('src has no import cycle, lazy and type imports included', () => {
  const files = products.filter((path) => path.startsWith('src/'))
  const graph = new Map(
    files.map((path) => [
      path,
      importsOf(path)
        .filter((one) => !isBinding(one))
        .map(({ to }) => to),
    ]),
  )
  expect(circleIn(graph)).toEqual([])
  expect([...graph.values()].flat().length).toBeGreaterThan(1000)
})

/** The folders that a file reaches by its imports, each with the folders that its files import. */
function foldersFrom(entry: string): Map<string, readonly string[]> {
  const files = new Set([entry])
  const folders = new Map<string, Set<string>>()
  // A Set is extended while it is iterated.
  for (const file of files) {
    const folder = dirname(file)
    const known = folders.get(folder) ?? new Set()
    folders.set(folder, known)
    for (const { to } of importsOf(file).filter(({ typeOnly }) => !typeOnly)) {
      files.add(to)
      if (dirname(to) !== folder) known.add(dirname(to))
    }
  }
  return new Map([...folders].map(([folder, known]) => [folder, [...known]]))
}

test.each([
  ['the opening of its checkout', 'payments/checkout/create-payment.ts'],
  ['its webhook', 'payments/webhooks/handle-event.ts'],
  ['its mail', 'email/send-email.ts'],
])('a payment never returns to a folder that its path has left: %s', (_, entry) => {
  const folders = foldersFrom(`src/worker/features/${entry}`)
  expect(circleIn(folders)).toEqual([])
  expect(folders.size).toBeGreaterThan(5)
})

test('circleIn finds an import cycle behind another file, and none in a graph without one', () => {
  const graph = { a: ['b'], b: ['c'], c: ['d', 'b'], d: [] }
  expect(circleIn(new Map(Object.entries(graph)))).toEqual(['b', 'c', 'b'])
  expect(circleIn(new Map(Object.entries({ ...graph, c: ['d'] })))).toEqual([])
})

test('no folder has more than 40 code files', () => {
  const sizes = new Map<string, number>()
  for (const path of sources.filter((path) => path.startsWith('src/')))
    sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1)
  expect([...sizes].filter(([, files]) => files > 40)).toEqual([])
})

test('only the renderer, its declaration and answer-page.ts name virtual:page-renderer', () => {
  const knowing = sources.filter((path) => readFileSync(path, 'utf8').includes("'virtual:page-renderer'"))
  expect(knowing.sort()).toEqual([
    'src/web/render-page.tsx',
    'src/worker/pages/answer-page.ts',
    'src/worker/pages/page-renderer.d.ts',
  ])
})

test('the import rules refuse a web file that imports a store, a rule that imports the app, a Worker that imports the web', () => {
  const breaks = (from: string, to: string, typeOnly = false) => lawBrokenBy({ from, to, typeOnly })
  expect(breaks('src/web/features/payments/page.tsx', 'src/worker/features/payments/store.ts', true)).toMatch(
    /web may/,
  )
  expect(breaks('src/web/features/payments/page.tsx', 'src/worker/features/payments/routes.ts')).toMatch(
    /web may/,
  )
  expect(breaks('src/worker/features/payments/rules.ts', 'src/worker/app.ts')).toMatch(
    /may not import wiring/,
  )
  expect(breaks('src/worker/core/tokens.ts', 'src/worker/http/session.ts')).toMatch(/may not import http/)
  expect(breaks('src/shared/core/money.ts', 'src/worker/core/tokens.ts')).toMatch(/what is shared/)
  expect(breaks('src/worker/http/pages.ts', 'src/web/app/site.tsx')).toMatch(/never imports the web/)
  expect(breaks('src/worker/features/payments/routes.ts', 'src/worker/features/access/store.ts')).toMatch(
    /private/,
  )
  expect(breaks('src/worker/features/email/send-email.ts', 'src/worker/features/payments/rules.ts')).toMatch(
    /not know/,
  )
  expect(breaks('src/worker/index.ts', 'sandbox/index.ts')).toMatch(/nothing knows the sandbox/)
  const payments = 'src/worker/features/payments'
  expect(
    breaks(`${payments}/settlement/settle-payment.ts`, `${payments}/checkout/create-payment.ts`),
  ).toMatch(/settlement may not know checkout/)
  expect(breaks(`${payments}/views.ts`, `${payments}/checkout/create-payment.ts`)).toMatch(
    /may not know the room/,
  )
  expect(breaks(`${payments}/settlement/rules.ts`, `${payments}/settlement/store.ts`)).toMatch(
    /may not import store/,
  )
  expect(breaks('src/worker/features/orders/views.ts', `${payments}/balance/store.ts`)).toMatch(/private/)
  expect(breaks('src/web/features/legal/terms-page.tsx', 'src/web/app/pages.tsx')).toMatch(/not import app/)
  expect(breaks('src/web/features/legal/terms-page.tsx', 'src/web/admin/ui/list-card.tsx')).toMatch(/admin/)
  expect(breaks('src/web/lib/api.ts', 'src/web/ui/button.tsx', true)).toMatch(/not import ui/)
  expect(breaks('src/web/app/app.tsx', 'src/web/main.tsx')).toMatch(/not import wiring/)
})

test('the import rules allow types of routes, shared code, and the writes of an earlier feature', () => {
  const allowed = (from: string, to: string, typeOnly = false) => lawBrokenBy({ from, to, typeOnly })
  expect(
    allowed('src/web/features/payments/queries.ts', 'src/worker/features/payments/routes.ts', true),
  ).toBeNull()
  expect(allowed('src/web/ui/data/price.tsx', 'src/shared/core/money.ts')).toBeNull()
  expect(
    allowed(
      'src/worker/features/payments/settlement/settle-payment.ts',
      'src/worker/features/access/writes.ts',
    ),
  ).toBeNull()
})

/** Pure computations that await: WebCrypto has no other functions for hashes and signatures. */
const HASHING = [
  'src/shared/core/bytes.ts',
  'src/shared/log/checkpoint-rules.ts',
  'src/shared/log/entry-rules.ts',
  'src/shared/publishers/file-report-rules.ts',
  'src/shared/publishers/key-periods-rules.ts',
  'src/shared/log/merkle-rules.ts',
  'src/shared/publishers/sshsig-rules.ts',
  'src/worker/features/log/tree-rules.ts',
]

/** Readers of other languages: their words are those of the code that they read. */
const READERS = /^src\/shared\/scan\/(read-|javascript-|python-)/

test('contracts, rules and states decide without clock, database, network or environment', () => {
  const impure = products
    .filter((path) => !path.startsWith('src/web/'))
    .filter((path) => placeOf(path).level === 'rules' || placeOf(path).area === 'shared')
    .filter((path) => !HASHING.includes(path) && !READERS.test(path))
    .filter((path) =>
      /\bawait\b|Date\.now\(|new Date\(\)|\bfetch\(|from 'drizzle|\benv\./.test(readFileSync(path, 'utf8')),
    )
  expect(impure).toEqual([])
})

test('contracts import only zod, the shared core, terms and other contracts; terms import nothing', () => {
  const contracts = products.filter((path) => /\bcontract\.ts$/.test(path))
  const foreign = contracts.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/from '([^']+)'/g)]
      .map((match) => match[1] ?? '')
      .filter((name) => name !== 'zod' && !/^#shared\/core\/|(contract|\/terms)\.ts$/.test(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(foreign).toEqual([])
  expect(contracts.length).toBeGreaterThan(5)
  const terms = products.filter((path) => path.endsWith('/terms.ts'))
  expect(terms.filter((path) => readFileSync(path, 'utf8').includes('import'))).toEqual([])
})

test('no file is named utils, helpers, common or service, and only entry points are named index', () => {
  const bins = sources.filter((path) => /\/(utils?|helpers?|common|service|index)\.tsx?$/.test(path))
  expect(bins.filter((path) => !/^(src\/worker|sandbox)(\/stripe\/api)?\/index\.ts$/.test(path))).toEqual([])
})
