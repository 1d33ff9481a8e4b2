import { gzipSync } from 'node:zlib'
import { buyByApi, newAccount, registerByApi } from './testing/shop.ts'
import { settled } from './testing/sound.ts'
import { DEEP, expect, type Page, test } from './testing/test.ts'

const kB = 1000

/** Notes in the page when a heading with this text is there. */
const noteHeading = (page: Page, text: string) =>
  page.addInitScript({
    content: `new MutationObserver((_, observer) => {
      if (![...document.querySelectorAll('h2')].some((one) => one.textContent === '${text}')) return
      globalThis.usableAt = performance.now()
      observer.disconnect()
    }).observe(document, { subtree: true, childList: true })`,
  })

/** The scripts that this page requested until then. */
const SCRIPTS = `performance.getEntriesByType('resource')
  .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= usableAt)
  .map(({ name }) => name)`

test('a private page arrives with its frame and a skeleton, and few scripts make it usable', async ({
  page,
  request,
  baseURL,
}) => {
  const weigh = async (scripts: readonly string[]) => {
    const bodies = await Promise.all(scripts.map(async (url) => (await request.get(url)).body()))
    return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
  }
  for (const [path, text, limit] of [
    ['/dashboard', 'Loading your account', 133],
    ['/checkout?productId=1', 'Loading the checkout', 140],
    ['/success?session_id=1', 'Verifying Payment...', 136],
    ['/cancel', 'id="root"', 124],
    ['/secure-management/admin-dashboard', 'Loading', 146],
  ] as const) {
    // A visitor gets the login in place of the checkout.
    const headers = { accept: 'text/html', cookie: 'signed_in=1' }
    const answer = await request.get(path, { headers })
    const html = await answer.text()
    expect(html, path).toContain(text)
    // The back office has no footer.
    expect(html.includes('<footer'), path).toBe(!path.startsWith('/secure-management'))
    expect(answer.headers()['x-robots-tag'], path).toBe('noindex')
    // The document names the files of its page, which load together.
    const named = [...new Set(html.match(/\/assets\/[^"]+\.js/g))]
    expect(named.length, path).toBeLessThanOrEqual(15)
    expect(await weigh(named), path).toBeLessThanOrEqual(limit * kB)
  }
  await registerByApi(page.request, baseURL, newAccount())
  await noteHeading(page, 'Recent purchases')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Recent purchases' })).toBeVisible({ timeout: 30_000 })
  const scripts = await page.evaluate<string[]>(SCRIPTS)
  expect(scripts.length).toBeLessThanOrEqual(15)
  expect(await weigh(scripts)).toBeLessThanOrEqual(140 * kB)
})

test('a page that is read, searched or filled in loads no script before the first interaction, and little with it', async ({
  request,
}) => {
  for (const [path, limit] of [
    ['/products', 130],
    ['/products/monad', 155],
    ['/products?category=wallet&q=a', 130],
    ['/auth', 146],
    ['/forgot-password', 140],
    ['/checkout?productId=1', 147],
  ] as const) {
    const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
    expect(html, path).not.toMatch(/<script[^>]*\ssrc=|<link[^>]*\srel="modulepreload"/)
    const files = [...new Set(html.match(/\/assets\/[^"]+\.js/g))]
    expect(files.length, path).toBeLessThanOrEqual(15)
    const bodies = await Promise.all(files.map(async (url) => (await request.get(url)).body()))
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
    expect(bytes, path).toBeLessThanOrEqual(limit * kB)
  }
})

/** Runs in the page: the sum of its layout shifts without those that an interaction caused. */
const SHIFT = `new Promise((done) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => done(sum), 100)
})`

async function expectStill(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(path)
    await settled(page)
    expect(await page.evaluate<number>(SHIFT), path).toBeLessThanOrEqual(0.02)
  }
}

test('pages do not shift while they load', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await expectStill(page, ['/', '/checkout?productId=1', '/payment/success?source=stripe'])
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  const payment = await buyByApi(page.request, baseURL, account, 1)
  await expectStill(page, [`/success?session_id=${payment}`, '/dashboard'])
})

for (const size of [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]) {
  test(`no page shifts at ${size.width} px`, { tag: DEEP }, async ({ page, baseURL }) => {
    test.slow()
    await page.setViewportSize(size)
    await expectStill(page, [
      ...['/', '/pricing', '/products', '/products/monad-testnet-farmer', '/changelog', '/auth', '/verify'],
      ...['/log', '/about', '/terms', '/privacy', '/refund-policy', '/licence', '/nothing-here', '/download'],
      ...['/checkout?productId=1', '/success', '/success?source=crypto', '/success?session_id=1', '/cancel'],
      ...['/payment/success?source=stripe', '/payment/cancel', '/dashboard'],
    ])
    const account = newAccount()
    await registerByApi(page.request, baseURL, account)
    const payment = await buyByApi(page.request, baseURL, account, 1)
    await expectStill(page, [
      ...['overview', 'scripts', 'products', 'subscriptions', 'referrals', 'profile'].map(
        (tab) => `/dashboard?tab=${tab}`,
      ),
      ...['/', '/pricing', '/checkout?productId=2', '/coinbase-checkout?productId=3'],
      `/success?session_id=${payment}`,
    ])
  })
}

test('a page loads its second font after the page itself, and uses it', async ({ page }) => {
  await page.goto('/products')
  const font = `performance.getEntriesByType('resource').find(({ name }) => name.includes('/geist-mono'))?.startTime`
  await expect.poll(() => page.evaluate<number | undefined>(font)).toBeGreaterThan(0)
  const [fetched, loaded] = await page.evaluate<[number, number]>(
    `[${font}, performance.getEntriesByType('navigation')[0].loadEventStart]`,
  )
  expect(fetched).toBeGreaterThanOrEqual(loaded)
  const isUsable = `[...document.fonts].some(({ family, status }) => family.includes('Geist Mono V') && status === 'loaded')`
  await expect.poll(() => page.evaluate<boolean>(isUsable)).toBe(true)
})
