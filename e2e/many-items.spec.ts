import type { ChildProcess } from 'node:child_process'
import { executeStatement } from '../scripts/local-statements.ts'
import { overflowOn } from './testing/overflowing.ts'
import { endShop, seededState, startShop, workerPort } from './testing/own-shop.ts'
import { ADMIN, newAccount, ownOrigin, registerByApi } from './testing/shop.ts'
import { settled } from './testing/sound.ts'
import { DEEP, expect, type Page, test } from './testing/test.ts'

const COUNT = 100
const DAY = 86_400_000
/** The height of the window, in which the heights of pages are given. */
const SCREEN = 900

// A shop of its own: other tests count the users, orders and products of theirs. One worker fills it once.
test.describe.configure({ mode: 'default' })
const port = workerPort(5)
const shop = `http://localhost:${port}`
const buyer = newAccount()
let folder = ''
let running: ChildProcess | undefined

test.use({ baseURL: shop, contextOptions: { reducedMotion: 'reduce' } })
test.beforeAll(async ({ playwright }) => {
  test.setTimeout(180_000)
  folder = seededState('many')
  running = (await startShop(port, folder)).process
  const request = await playwright.request.newContext({ baseURL: shop })
  await registerByApi(request, shop, buyer)
  await request.dispose()
  await fill()
})
test.afterAll(async () => {
  if (running) await endShop(running, 'SIGTERM')
})

/** Inserts `COUNT` rows. In `select`, `n.i` counts from 1. */
const insertMany = (into: string, select: string) =>
  executeStatement(
    folder,
    `INSERT INTO ${into} WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${COUNT}) SELECT ${select}`,
    [],
  )

/** 100 of everything that a list shows. What has an owner is the buyer's. The reviews have buyers of their own. */
async function fill(): Promise<void> {
  const now = Date.now()
  const me = `(SELECT id FROM users WHERE email_key = '${buyer.email}')`
  const script = "(SELECT id FROM scripts WHERE slug = 'many-' || n.i)"
  const user = "(SELECT id FROM users WHERE email_key = 'many-' || n.i || '@buyer.example')"
  await insertMany(
    'scripts (slug, name, description, tier, category, price_cents, features, created_at, updated_at)',
    `'many-' || i, 'Many Networks Planner ' || i, 'Plans a day of actions.', 'script', 'Automation', 100 * i, '["Plans a day"]', ${now}, ${now} FROM n`,
  )
  await insertMany(
    'script_releases (script_id, version, script_path, file_name, file_size, file_type, sha256, contents, changelog, created_at, published_at, announced_at, signed_by)',
    `${script}, '1.0.0', 'releases/many-' || i, 'many-' || i || '.zip', file_size, file_type, sha256, contents, 'First release.', ${now}, ${now} - i * ${DAY}, ${now}, signed_by
     FROM n JOIN script_releases r ON r.script_id = 1 AND r.version = '1.2.0'`,
  )
  await insertMany(
    'release_scans (release_id, scan, texts, undeclared_count, scanned_at)',
    `(SELECT id FROM script_releases WHERE script_path = 'releases/many-' || n.i), s.scan, '[]', 0, ${now}
     FROM n JOIN release_scans s ON s.release_id = (SELECT id FROM script_releases WHERE script_id = 1 AND version = '1.2.0')`,
  )
  await insertMany(
    'users (username, username_key, email, email_key, email_identity, password, referral_code, created_at, updated_at)',
    `'many-' || i, 'many-' || i, 'many-' || i || '@buyer.example', 'many-' || i || '@buyer.example', 'many-' || i || '@buyer.example', 'none', printf('MANY%04d', i), ${now}, ${now} FROM n`,
  )
  await insertPaid('mine', me, script, `'${buyer.email}'`)
  await insertPaid('reviewed', user, '1', "'many-' || n.i || '@buyer.example'")
  await insertMany(
    'reviews (user_id, script_id, grant_id, rating, text, display_name, state, created_at, submitted_at, published_at)',
    `user_id, 1, g.id, 1 + n.i % 5, 'It paced my wallets as it says.', 'Reviewer ' || n.i, 'published', ${now}, ${now} - n.i, ${now} - n.i
     FROM n JOIN user_scripts g ON g.script_id = 1 AND g.user_id = ${user}`,
  )
  await insertMany(
    'referrals (referrer_id, source_event, kind, commission_cents, status, created_at, matures_at)',
    `${me}, 'many-' || i, 'commission', 10 * i, 'pending', ${now} - i * ${DAY}, ${now} + ${DAY} FROM n`,
  )
  await insertMany(
    'sessions (sid, user_id, sess, created_at, last_seen_at, expire)',
    `printf('%064d', i), ${me}, '{"ip":"203.0.113.7","userAgent":"Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0"}', ${now} - i, ${now} - i, ${now} + ${DAY} FROM n`,
  )
  await insertMany(
    'coupons (code, discount_type, discount_value, description, start_date, specific_script_ids, created_at, updated_at)',
    `printf('MANY%03d', i), 'percentage', 0.2, 'A fifth off', ${now}, '[]', ${now}, ${now} FROM n`,
  )
}

/** Paid orders with their access. `user`, `script` and `email`: SQL in which `n.i` is the order's number. */
async function insertPaid(name: string, user: string, script: string, email: string): Promise<void> {
  const now = Date.now()
  await insertMany(
    'payments (reference, user_id, script_id, purchase_type, payment_provider, status, amount_cents, original_cents, email, email_identity, payment_date, created_at, updated_at)',
    `'${name}-' || i, ${user}, ${script}, 'one-time', 'free', 'completed', 100 * i, 100 * i, ${email}, ${email}, ${now} - i * ${DAY}, ${now} - i * ${DAY}, ${now} FROM n`,
  )
  await insertMany(
    'user_scripts (user_id, script_id, access_type, payment_id, purchased_at, created_at, updated_at)',
    `user_id, script_id, 'purchase', p.id, p.created_at, ${now}, ${now} FROM n JOIN payments p ON p.reference = '${name}-' || n.i`,
  )
}

/** Rows of lists and tables that are drawn over the row before them. */
const OVERLAPPING = `[...document.querySelectorAll('li, tr, article')].filter((one) => {
  const before = one.previousElementSibling
  if (before === null || before.tagName !== one.tagName) return false
  const [a, b] = [before.getBoundingClientRect(), one.getBoundingClientRect()]
  if (a.height === 0 || b.height === 0 || getComputedStyle(one).position === 'absolute') return false
  return b.top < a.bottom - 1 && b.left < a.right - 1 && a.left < b.right - 1 && a.top < b.bottom - 1
}).slice(0, 3).map((one) => one.outerHTML.slice(0, 160))`

/** What is wrong with the open page: too wide, rows over rows, or more than `highest` screens high. */
async function faultsOf(page: Page, highest: number): Promise<string[]> {
  const screens = await page.evaluate<number>(`document.documentElement.scrollHeight / ${SCREEN}`)
  const high = screens > highest ? [`${screens.toFixed(1)} screens high`] : []
  return [...(await overflowOn(page)), ...(await page.evaluate<string[]>(OVERLAPPING)), ...high]
}

type List = {
  path: string
  /** The rows, found by a text that only they have, and how many of them are there at first. */
  rows: string
  first: number
  /** The button that shows more, and how many rows are there afterwards. */
  more?: [name: RegExp, count: number]
  /** The most screens that the page may be high, at 390 and at 1440 px. */
  highest: [phone: number, wide: number]
}

const LISTS: Record<string, List[]> = {
  'the catalogue and the reviews of a product': [
    {
      path: '/products?q=Many+Networks',
      rows: 'li:has-text("Many Networks")',
      first: 24,
      more: [/^Load more$/, 48],
      highest: [16, 7],
    },
    {
      path: '/products/monad',
      rows: 'li:has-text("as it says")',
      first: 10,
      more: [/^Load more$/, 20],
      highest: [20, 12],
    },
  ],
  'the scripts, the library and the purchases of a customer': [
    {
      path: '/dashboard?tab=scripts&q=Many+Networks',
      rows: 'li:has-text("Many Networks")',
      first: 24,
      more: [/^Load more$/, 48],
      highest: [10, 4],
    },
    {
      path: '/dashboard?tab=products',
      rows: 'li[id^="product-"]',
      first: 20,
      more: [/^Show 20 more$/, 40],
      highest: [14, 8],
    },
    { path: '/dashboard?tab=products', rows: 'li[id^="order-"]', first: 10, highest: [14, 8] },
  ],
  'the referrals and the devices of a customer': [
    { path: '/dashboard?tab=referrals', rows: 'li:has-text("Payable from")', first: 5, highest: [4, 3] },
    {
      path: '/dashboard?tab=profile',
      rows: 'li:has(button:has-text("Log out"))',
      // The newest 100, five of them at first. This device has no button.
      first: 4,
      more: [/^Show 95 more$/, 99],
      highest: [6, 4],
    },
  ],
}

const TABS = ['orders', 'users', 'products', 'coupons'].map((tab): List => {
  const first = tab === 'orders' || tab === 'products' ? 50 : 25
  return {
    path: `/secure-management/admin-dashboard?tab=${tab}`,
    rows: 'tbody tr',
    first,
    more: [/^Show more$/, 2 * first],
    highest: [16, 5],
  }
})

async function logIn(page: Page, { username, password }: typeof ADMIN): Promise<void> {
  const answer = await page.request.post('/api/auth/login', {
    data: { username, password },
    headers: ownOrigin(shop),
  })
  expect(answer.status()).toBe(200)
}

async function expectLists(page: Page, lists: List[]): Promise<void> {
  for (const { path, rows, first, more, highest } of lists)
    for (const [index, width] of [390, 1440].entries())
      await test.step(`${path} ${width}`, async () => {
        await page.setViewportSize({ width, height: SCREEN })
        await page.goto(path)
        await settled(page)
        const list = page.getByRole('main').locator(rows)
        await expect(list).toHaveCount(first)
        expect(await faultsOf(page, highest[index] ?? 0)).toEqual([])
        if (!more) return
        const [name, count] = more
        await page.getByRole('main').getByRole('button', { name }).first().click()
        await expect(list).toHaveCount(count)
        expect(await faultsOf(page, Number.POSITIVE_INFINITY), 'with more').toEqual([])
      })
}

test.describe('with 100 items, no row leaves the screen or covers another, and more can be loaded:', {
  tag: DEEP,
}, () => {
  for (const [name, lists] of Object.entries(LISTS))
    test(name, async ({ page }) => {
      await logIn(page, buyer)
      await expectLists(page, lists)
    })
  for (const tab of TABS)
    test(tab.path, async ({ page }) => {
      await logIn(page, ADMIN)
      await expectLists(page, [tab])
    })
})
