import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** The order in which features may know each other: a later one knows an earlier one. */
const FEATURES = [
  'email',
  'notifications',
  'feed',
  'accounts',
  'catalogue',
  'releases',
  'coupons',
  'referrals',
  'access',
  'licences',
  'downloads',
  'subscriptions',
  'payments',
  'refunds',
  'recovery',
  'contact',
  'announcements',
  'bounces',
  'privacy',
  'customers',
  'orders',
  'emergency',
  'stats',
  'exports',
  'audit',
  'health',
  'admin',
]

/** From the top down; an import may stay on its level or go down, never up. */
const LEVELS = ['wiring', 'durable', 'feature', 'store', 'http', 'providers', 'rules', 'core']

type Place = { area: 'worker' | 'web' | 'sandbox' | 'other'; level?: string; feature?: string; file: string }
type Import = { from: string; to: string; typeOnly: boolean }

function placeOf(path: string): Place {
  const file = path.slice(path.lastIndexOf('/') + 1)
  if (path.startsWith('src/web/')) return { area: 'web', file }
  if (path.startsWith('sandbox/')) return { area: 'sandbox', file }
  if (path.startsWith('src/durable/')) {
    return { area: 'worker', level: file.endsWith('-rules.ts') ? 'rules' : 'durable', file }
  }
  const feature = /^src\/worker\/features\/([\w-]+)\//.exec(path)?.[1]
  if (feature) return { area: 'worker', level: levelInFeature(file), feature, file }
  const folder = /^src\/worker\/(core|http|providers|db)\//.exec(path)?.[1]
  if (folder) return { area: 'worker', level: folder === 'db' ? 'providers' : folder, file }
  return path.startsWith('src/worker/') ? { area: 'worker', level: 'wiring', file } : { area: 'other', file }
}

function levelInFeature(file: string): string {
  if (file === 'contract.ts' || /(^|-)(rules|state)\.ts$/.test(file)) return 'rules'
  return /(^|-)(store|writes)\.ts$/.test(file) ? 'store' : 'feature'
}

/** What is wrong with one import, or null. */
function lawBrokenBy({ from, to, typeOnly }: Import): string | null {
  const a = placeOf(from)
  const b = placeOf(to)
  if (a.area === 'web' && b.area === 'worker') {
    const shared = b.level === 'core' || (b.level === 'rules' && b.feature !== undefined)
    if (shared || (/(^|-)routes\.ts$/.test(b.file) && typeOnly)) return null
    return 'the web may import core, contracts and rules, and routes as types'
  }
  if (a.area === 'worker' && b.area === 'web') return 'the Worker never imports the web'
  if (a.area === 'sandbox' && b.area !== 'sandbox') return 'the sandbox stands alone'
  if (b.area === 'sandbox' && a.area !== 'sandbox') return 'nothing knows the sandbox'
  if (a.area !== 'worker' || b.area !== 'worker') return null
  // The one arrow that points up: the bindings are typed by the classes behind them.
  if (from === 'src/worker/providers/env.ts' && b.level === 'durable' && typeOnly) return null
  if (LEVELS.indexOf(a.level ?? '') > LEVELS.indexOf(b.level ?? ''))
    return `${a.level} may not import ${b.level}`
  if (!a.feature || !b.feature || a.feature === b.feature) return null
  if (/(^|-)store\.ts$/.test(b.file) || b.file === 'routes.ts') return `${b.file} is private to its feature`
  if (a.file === 'contract.ts' && b.file === 'contract.ts') return null
  const upward = FEATURES.indexOf(b.feature) > FEATURES.indexOf(a.feature)
  // Contracts are plain data: a rule may read the words of a later feature.
  if (upward && !(b.level === 'rules' && b.file === 'contract.ts'))
    return `${a.feature} may not know ${b.feature}`
  return null
}

function importsOf(path: string): Import[] {
  const source = readFileSync(path, 'utf8')
  const found: Import[] = []
  const pattern =
    /(?:^|\n)\s*(import|export)\s+(type\s)?(?:[^'"`;]*?from\s+)?'(\.[^']+)'|import\((?:\s*)'(\.[^']+)'/g
  for (const match of source.matchAll(pattern)) {
    const target = match[3] ?? match[4]
    if (!target) continue
    const isTypeImport =
      match[2] !== undefined || (match[4] !== undefined && path.endsWith('providers/env.ts'))
    found.push({ from: path, to: join(dirname(path), target), typeOnly: isTypeImport })
  }
  return found
}

const sources = globSync('{src,sandbox}/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$/.test(path))
const products = sources.filter((path) => !path.startsWith('src/worker/testing/'))

test('every import points down, and features keep their stores and routes to themselves', () => {
  const broken = products.flatMap((path) =>
    importsOf(path).flatMap((found) => {
      const law = lawBrokenBy(found)
      return law ? [`${found.from} → ${found.to}: ${law}`] : []
    }),
  )
  expect(broken).toEqual([])
  expect(products.length).toBeGreaterThan(100)
})

test('the pages are rendered from one place, and the Worker knows them by no other name', () => {
  const knowing = sources.filter((path) => readFileSync(path, 'utf8').includes("'virtual:page-renderer'"))
  expect(knowing.sort()).toEqual([
    'src/web/render-page.tsx',
    'src/worker/pages/answer-page.ts',
    'src/worker/pages/page-renderer.d.ts',
  ])
})

test('the law catches a web file that imports a store, a rule that imports the app, a Worker that imports the web', () => {
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
  expect(breaks('src/worker/core/money.ts', 'src/worker/http/viewer.ts')).toMatch(/may not import http/)
  expect(breaks('src/worker/http/pages.ts', 'src/web/app/router.tsx')).toMatch(/never imports the web/)
  expect(breaks('src/worker/features/payments/routes.ts', 'src/worker/features/access/store.ts')).toMatch(
    /private/,
  )
  expect(breaks('src/worker/features/email/send-email.ts', 'src/worker/features/payments/rules.ts')).toMatch(
    /not know/,
  )
  expect(breaks('src/worker/index.ts', 'sandbox/index.ts')).toMatch(/nothing knows the sandbox/)
})

test('the law allows what it should', () => {
  const allowed = (from: string, to: string, typeOnly = false) => lawBrokenBy({ from, to, typeOnly })
  expect(
    allowed('src/web/features/payments/queries.ts', 'src/worker/features/payments/routes.ts', true),
  ).toBeNull()
  expect(allowed('src/web/ui/price.tsx', 'src/worker/core/money.ts')).toBeNull()
  expect(
    allowed('src/worker/features/payments/settle-payment.ts', 'src/worker/features/access/writes.ts'),
  ).toBeNull()
})

test('contracts, rules and states decide without clock, database, network or environment', () => {
  const impure = products
    .filter((path) => path.startsWith('src/worker/features/') || path.startsWith('src/durable/'))
    .filter((path) => placeOf(path).level === 'rules')
    .filter((path) =>
      /\bawait\b|Date\.now\(|new Date\(\)|\bfetch\(|from 'drizzle|\benv\./.test(readFileSync(path, 'utf8')),
    )
  expect(impure).toEqual([])
})

test('contracts know zod, the core and other contracts, and nothing else', () => {
  const contracts = products.filter((path) => path.endsWith('/contract.ts'))
  const foreign = contracts.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/from '([^']+)'/g)]
      .map((match) => match[1] ?? '')
      .filter((name) => name !== 'zod' && !/\/core\/|contract\.ts$/.test(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(foreign).toEqual([])
  expect(contracts.length).toBeGreaterThan(5)
})

test('no bin for leftovers', () => {
  const bins = sources.filter((path) => /\/(utils?|helpers?|common|service|index)\.tsx?$/.test(path))
  expect(bins.filter((path) => !/^(src\/worker|sandbox)(\/stripe\/api)?\/index\.ts$/.test(path))).toEqual([])
})
