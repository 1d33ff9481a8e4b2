import { overflowOn } from './testing/overflowing.ts'
import { changeTables } from './testing/own-shop.ts'
import { deleteProducts, logInAsAdmin, newAccount, registerByApi } from './testing/shop.ts'
import { settled } from './testing/sound.ts'
import { DEEP } from './testing/tags.ts'
import { expect, type Page, test } from './testing/test.ts'

const WORD = 'Verhältnismäßigkeitsprüfung'.repeat(12).slice(0, 300)
const ADDRESS = `0x${'dEaDbEeF'.repeat(5)}`
const ARABIC = 'مخططات الإنزال الجوي للمحافظ المتعددة'
const NAME = `Zeilenlang${'Donaudampfschifffahrtsgesellschaft'.repeat(3)}`.slice(0, 100)
const PRICE_CENTS = 99_999_99
const SLUG = 'long-text'

/** A product of which every text is too long for a line, its file, and a customer with long names who has it. */
async function prepare(page: Page, baseURL: string | undefined): Promise<void> {
  const account = newAccount()
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.${account.username}.example`
  await registerByApi(page.request, baseURL, { ...account, email })
  await changeTables('UPDATE users SET username = ? WHERE email_key = ?', 'W'.repeat(32), email)
  const texts = JSON.stringify([WORD.slice(0, 200), ADDRESS, ARABIC])
  await changeTables(
    `INSERT INTO scripts (slug, name, description, tier, category, price_cents, features, requirements, created_at, updated_at)
     VALUES (?, ?, ?, 'script', 'Automation', ?, ?, ?, 1, 1)`,
    SLUG,
    NAME,
    `${WORD} ${ADDRESS} ${ARABIC}`,
    PRICE_CENTS,
    texts,
    texts,
  )
  await changeTables(
    `INSERT INTO script_releases (script_id, version, script_path, file_name, file_size, file_type, sha256, contents, changelog, created_at, published_at, announced_at, signed_by)
     SELECT (SELECT id FROM scripts WHERE slug = ?1), '1.${'0'.repeat(26)}', 'releases/' || ?1, ?2, file_size, file_type, sha256, json_array(json_object('path', ?2, 'size', 7)), ?3, 1, unixepoch() * 1000, 1, signed_by
     FROM script_releases WHERE version = '1.2.0' AND script_id = 1`,
    SLUG,
    `${WORD.slice(0, 200)}.zip`,
    `${WORD} ${ADDRESS} ${ARABIC}`,
  )
  await changeTables(
    `INSERT INTO release_scans (release_id, scan, texts, undeclared_count, scanned_at, confirmed_at, confirm_reason)
     SELECT r.id, json_set(s.scan, '$.manifest.notes.network', ?2, '$.manifest.reads', json_array(?3)), '[]', 1, 1, 1, ?2
     FROM release_scans s JOIN script_releases r ON r.script_path = 'releases/' || ?1
     WHERE s.release_id = (SELECT id FROM script_releases WHERE version = '1.2.0' AND script_id = 1)`,
    SLUG,
    WORD,
    WORD.slice(0, 200),
  )
  await changeTables(
    `INSERT INTO user_scripts (user_id, script_id, access_type, purchased_at, created_at, updated_at)
     SELECT u.id, s.id, 'free', unixepoch() * 1000, unixepoch() * 1000, unixepoch() * 1000 FROM users u, scripts s WHERE u.email_key = ? AND s.slug = ?`,
    email,
    SLUG,
  )
  await changeTables(
    `INSERT INTO reviews (user_id, script_id, grant_id, rating, text, display_name, answer, answered_at, state, created_at, submitted_at, published_at)
     SELECT user_id, script_id, id, 4, ?2, ?3, ?2, 1, 'published', 1, 1, 1 FROM user_scripts WHERE script_id = (SELECT id FROM scripts WHERE slug = ?1)`,
    SLUG,
    `${WORD} ${ADDRESS} ${ARABIC}`,
    'Ü'.repeat(40),
  )
}

/** What is too wide on each of these pages; only the pages with something. */
async function overflowOf(page: Page, paths: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    await page.goto(path)
    await settled(page)
    const wide = await overflowOn(page)
    if (wide.length > 0) found[path] = wide
  }
  return found
}

test.afterEach(({ request, baseURL }) => deleteProducts(request, baseURL, 'Zeilenlang'))

test('no text of the shop leaves the screen of a phone when words are longer than a line', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await prepare(page, baseURL)
  const paths = [
    `/products/${SLUG}`,
    '/products?q=zeilenlang',
    '/',
    '/changelog',
    `/checkout?productId=1`,
    '/dashboard',
    '/dashboard?tab=scripts&q=zeilenlang',
    '/dashboard?tab=products',
    '/dashboard?tab=profile',
  ]
  expect(await overflowOf(page, paths)).toEqual({})
  await page.goto(`/products/${SLUG}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NAME)
})

test('no text of the back office leaves the screen of a phone when words are longer than a line', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await prepare(page, baseURL)
  await logInAsAdmin(page.request, baseURL)
  const products = await page.request.get('/api/secure-management/products?q=Zeilenlang')
  const users = await page.request.get(`/api/secure-management/users?q=${'a'.repeat(30)}`)
  const [product] = (await products.json()).data
  const [user] = (await users.json()).data
  const admin = '/secure-management/admin-dashboard?tab='
  const paths = [
    'overview',
    'products',
    `products&product=${product.id}`,
    'users',
    `users&user=${user.id}`,
    'orders',
    'coupons',
    'reviews&state=published',
    'seller',
    'audit',
    'stats',
  ].map((tab) => admin + tab)
  expect(await overflowOf(page, paths)).toEqual({})
})
