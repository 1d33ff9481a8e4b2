import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { LIFETIME_ID, PREMIUM_ID, type Product } from '#shared/catalogue/contract.ts'
import { besideProduct, offersOf } from '#shared/catalogue/shown-rules.ts'
import { sealEntry, yankEntry } from '#shared/log/entry-rules.ts'
import { commit, openDb } from '../db/client.ts'
import { catalogueMemory } from '../features/catalogue/catalogue-memory.ts'
import { appendEntries } from '../features/log/append-entries.ts'
import { enqueueLogEntry } from '../features/log/writes.ts'
import { configOf } from '../providers/config.ts'
import type { Env } from '../providers/env.ts'
import { SHELL, withAssets } from '../testing/assets.ts'
import { withDeployedLimits } from '../testing/catalogue/limits.ts'
import { withoutCrypto } from '../testing/charges.ts'
import { visitor } from '../testing/clients.ts'
import { stopClock } from '../testing/clock.ts'
import { aProduct, aRelease, stockPlans } from '../testing/products.ts'
import { unique } from '../testing/shop.ts'
import { watched } from '../testing/watched.ts'
import { knownShell } from './page-shell.ts'
import { DEFAULT_SHOP } from './verify-script.ts'

const db = openDb(env.DB)
const html = { accept: 'text/html,application/xhtml+xml' }

async function page(path: string, bindings = withAssets({ id: unique('build') }), headers = {}) {
  const response = await visitor(bindings).fetch('GET', path, { ...html, ...headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

// 60 s: the first page loads the code of all pages, which the test server has to transform.
beforeAll(() => page('/terms').then(() => undefined), 60_000)

const rename = (id: number, name: string) =>
  env.DB.prepare('UPDATE scripts SET name = ? WHERE id = ?').bind(name, id).run()

/** The JSON in the script element with this id or type. */
const dataIn = (text: string, mark: string) =>
  JSON.parse(new RegExp(`<script[^>]*${mark}[^>]*>([^<]*)</script>`).exec(text)?.[1] ?? 'null')

test('a path of the router answers with its page, another path with a 404 page, and a missing file with a plain 404', async () => {
  const browser = visitor(withAssets())
  const cases = [
    ['GET', '/', html, 200],
    ['GET', '/dashboard', html, 200],
    ['GET', '/dashboard/', html, 200],
    ['HEAD', '/auth', html, 200],
    ['GET', '/payment/success', html, 200],
    ['GET', '/no-such-page', html, 404],
    ['GET', '/products/no-such-script', html, 404],
    ['GET', '/assets/missing.js', { accept: '*/*' }, 404],
    ['GET', '/data.json', { accept: 'application/json' }, 404],
    ['POST', '/dashboard', html, 404],
  ] as const
  for (const [method, path, headers, status] of cases) {
    const response = await browser.fetch(method, path, headers)
    expect(response.status, `${method} ${path}`).toBe(status)
    const isPage = headers === html && method === 'GET'
    if (method !== 'HEAD')
      expect((await response.text()).includes('id="root"'), `${method} ${path}`).toBe(isPage)
    expect(response.headers.get('etag'), 'the ETag of the assets').not.toBe('"1"')
    if (isPage) expect(response.headers.get('x-frame'), 'the policy of the assets').toBe('none')
  }
})

test('verify.py names this shop, and is a plain 404 in a build without it', async () => {
  const files = { '/verify.py': `import json\n${DEFAULT_SHOP}\n` }
  const { text, headers } = await page('/verify.py', withAssets({}, {}, files))
  expect(text).toBe("import json\nDEFAULT_SHOP = 'http://shop.test'\n")
  expect(headers.get('content-type')).toContain('text/x-python')
  expect((await page('/verify.py')).status).toBe(404)
})

test('the frame of one order’s page names no other order', async () => {
  const browser = visitor(withAssets())
  const read = async (reference: string) =>
    (await browser.fetch('GET', `/orders/${reference}/invoice`, html)).text()
  expect(await read('WF-AAAA-AAAA')).toContain('WF-AAAA-AAAA')
  expect(await read('WF-BBBB-BBBB')).not.toContain('WF-AAAA-AAAA')
})

test('a private page is its frame and a skeleton with noindex, and says that the app replaces them', async () => {
  const { text, headers } = await page('/dashboard')
  expect(text).toContain('Loading your account')
  expect(text).toContain('<footer')
  expect(text).toContain('<title>Dashboard')
  expect(dataIn(text, 'id="page-state"')).toMatchObject({ preview: true })
  expect(headers.get('x-robots-tag')).toBe('noindex')
})

test('every document names the ways to pay, so that a page that is opened from it by a link has them at once', async () => {
  const bindings = withAssets({ id: unique('build') })
  for (const path of ['/', '/auth', '/about', '/log', '/dashboard', '/checkout', '/no-such-page']) {
    const { data } = dataIn((await page(path, bindings)).text, 'id="page-state"')
    const found = data.filter(([key]: [string[]]) => key[0] === '/api/payment/methods')
    expect(found, path).toEqual([[['/api/payment/methods'], { crypto: configOf(env).cryptoProvider }]])
  }
})

test('a form with a password or email uses POST, so that a submit before its script loads leaks neither into the URL', async () => {
  for (const path of ['/auth?tab=login', '/auth?tab=register', '/forgot-password']) {
    const { text } = await page(path)
    const forms = [...text.matchAll(/<form [^>]*>/g)].map(([form]) => form)
    expect(forms.length, path).toBeGreaterThan(0)
    for (const form of forms) expect(form, path).toContain('method="post"')
  }
})

/** What the document at this path has for the app, by its key. */
async function stateOf(path: string): Promise<Map<string, unknown>> {
  const { data } = dataIn((await page(path)).text, 'id="page-state"')
  return new Map(data.map(([key, value]: [string[], unknown]) => [key.join(' '), value]))
}

test('a public page is served with its content, its state for the browser, and a link to its own code', async () => {
  const product = await aProduct({ priceCents: 12_345 })
  const { text, headers } = await page('/')
  expect(text).toContain('Flexible Pricing Plans')
  expect(text).toContain(product.name)
  expect(headers.get('x-robots-tag')).toBeNull()
  const { data: asked } = await visitor().get<Product[]>('/api/products?limit=100')
  expect((await stateOf('/products')).get('/api/products')).toEqual(asked)
  // Only what these pages show.
  expect((await stateOf('/')).get('/api/products all offers')).toEqual(offersOf(asked))
  const beside = (await stateOf(`/products/${product.slug}`)).get(`/api/products ${product.slug} beside`)
  expect(beside).toEqual(besideProduct(asked, product.slug))
  expect((await page('/products')).text).toContain(
    '<link rel="later" crossorigin href="/assets/products.js">',
  )
})

test('markup in a product’s name stays text in the page, its state and its structured data', async () => {
  const product = await aProduct()
  for (const name of [
    '</script><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "$& $' $` <!--app--> <!--state-->",
  ]) {
    await rename(product.id, name)
    for (const path of ['/', '/products', `/products/${product.slug}`]) {
      const { text } = await page(path)
      expect(text, path).not.toMatch(/<script>alert|<img src=x|<svg onload/)
      expect(JSON.stringify(dataIn(text, 'id="page-state"')), path).toContain(
        JSON.stringify(name).slice(1, -1),
      )
      if (path !== '/')
        expect(JSON.stringify(dataIn(text, 'application/ld\\+json'))).toContain(JSON.stringify(name))
    }
  }
})

test('while the database is down every page answers without its data, is not cached, and is complete afterwards', async () => {
  const DB = new Proxy(env.DB, {
    get: () => () => {
      throw new Error('D1 is down')
    },
  })
  const id = unique('build')
  const product = await aProduct()
  const checkout = `/checkout?productId=${product.id}`
  for (const path of ['/', '/products', `/products/${product.slug}`, checkout, '/changelog', '/terms']) {
    const { status, text } = await page(path, withAssets({ id }, { DB }))
    expect(status, path).toBe(200)
    expect(text, path).toContain('id="root"')
    expect(text, path).not.toContain(product.name)
  }
  expect((await page(`/products/${product.slug}`, withAssets({ id }))).text).toContain(product.name)
})

test('a page is served without its data while the database does not answer', async () => {
  const silence: object = new Proxy(() => undefined, { get: () => silence, apply: () => silence })
  const DB = silence as D1Database
  const { status, text } = await withDeployedLimits(() =>
    page('/', withAssets({ id: unique('build') }, { DB })),
  )
  expect(status).toBe(200)
  expect(text).toContain('Flexible Pricing Plans')
})

test.each(['a product', 'its checkout'])(
  'the page of %s is kept for two seconds at most, for this build, and a reader who has it gets a 304',
  async (of) => {
    const product = await aProduct()
    const watch = watched()
    const bindings = withAssets({ id: unique('build') }, { DB: watch.bindings.DB })
    const path = of === 'a product' ? `/products/${product.slug}` : `/checkout?productId=${product.id}`
    await page(path, bindings)
    const began = Date.now()
    stopClock(began)
    await page(path, bindings)
    const name = unique('Renamed')
    await rename(product.id, name)
    await withDeployedLimits(async () => {
      watch.trips = 0
      const kept = await page(path, bindings)
      expect(kept.text).not.toContain(name)
      const etag = kept.headers.get('etag') ?? ''
      const again = await page(path, bindings, { 'if-none-match': etag })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
      expect(kept.headers.get('cache-control')).toBe('no-cache')
      expect(watch.trips).toBe(0)

      vi.setSystemTime(began + 2000)
      const after = await page(path, bindings, { 'if-none-match': etag })
      expect([after.status, after.text.includes(name)]).toEqual([200, true])
      expect(
        (await page(path, withAssets({ id: unique('build') }, { DB: watch.bindings.DB }))).text,
      ).toContain(name)
    })
  },
)

test('the styles of kept pages are in memory once, and pages are sent with them', async () => {
  const styles = `<style>${'a{}'.repeat(2_000_000)}</style>`
  const calmHtml = SHELL.calmHtml.replace('</head>', `${styles}</head>`)
  const bindings = withAssets({ id: unique('build'), calmHtml })
  const paths = ['/terms', '/privacy', '/about', '/licence']
  for (const path of [...paths, ...paths]) expect((await page(path, bindings)).text).toContain(styles)
  const reader = { now: Date.now(), later: () => undefined, atLeast: 0 }
  const snapshot = await catalogueMemory(env.DB).read(reader)
  const shell = knownShell(bindings)
  const { count, bytes } = snapshot.pagesOf(shell ?? {}).size
  expect(count).toBe(paths.length)
  expect(bytes).toBeLessThan(1_000_000)
})

test('a visitor gets the login with the product at its checkout, one document for each product, and nobody else gets it', async () => {
  const product = await aProduct({ priceCents: 4_321 })
  const bindings = withAssets({ id: unique('build') })
  const path = `/checkout?productId=${product.id}`
  const first = await page(path, bindings)
  for (const text of [product.name, '$43.21', 'Create your account', 'Authentication Required'])
    expect(first.text).toContain(text)
  expect(first.text).toContain('data-app="touch" data-stands-in="/auth?tab=register"')
  const { data } = dataIn(first.text, 'id="page-state"')
  expect(data).toContainEqual([['waitingProduct'], `${product.id}`])
  // Of the product only what the login names: not its README and runs.
  const { name, slug } = product
  const shown = { name, slug, price: 43.21, isSubscription: false, isForSale: expect.any(Boolean) }
  expect(data).toContainEqual([['/api/products', `${product.id}`, 'waiting'], shown])
  expect(first.headers.get('x-robots-tag')).toBe('noindex')
  expect(first.headers.get('vary')).toContain('Cookie')
  const etag = first.headers.get('etag')
  expect(etag).toMatch(/^"/)
  for (const more of ['&purchaseType=one-time', '&method=crypto', `&any=${'x'.repeat(400)}`])
    expect((await page(path + more, bindings)).headers.get('etag'), more).toBe(etag)
  // The login has its own document, without the product.
  expect((await page('/auth?tab=register', bindings)).text).not.toContain(product.name)

  const cookies = ['session=any', 'signed_in=1', '__Host-signed_in=1']
  for (const cookie of cookies) expect(await checkoutOf(path, { cookie }), cookie).toBe('the checkout')
  for (const code of ['&ref=ABC', '&coupon=SAVE'])
    expect(await checkoutOf(path + code), code).toBe('the checkout')
  for (const id of ['', '0', '999999999', product.slug, `${product.id}.0`, `0${product.id}`])
    expect(await checkoutOf(`/checkout?productId=${id}`), id).toBe('the checkout')
  await env.DB.prepare('UPDATE scripts SET is_deleted = 1 WHERE id = ?').bind(product.id).run()
  expect(await checkoutOf(path)).toBe('the checkout')

  async function checkoutOf(address: string, headers = {}) {
    const { text, headers: sent } = await page(address, bindings, headers)
    expect([sent.get('x-robots-tag'), sent.get('etag')]).toEqual(['noindex', null])
    return text.includes('Loading the checkout') && !text.includes(product.name)
      ? 'the checkout'
      : 'another page'
  }
})

test('a page from memory has the headers of a page that was just rendered, and sets the hint for its own reader only', async () => {
  const bindings = withAssets({ id: unique('build') })
  const first = await page('/terms', bindings)
  stopClock()
  await page('/terms', bindings)
  await withDeployedLimits(async () => {
    const namesOf = (headers: Headers) => [...headers.keys()].sort()
    const kept = await page('/terms', bindings)
    expect(namesOf(kept.headers)).toEqual(namesOf(first.headers))
    for (const name of namesOf(first.headers).filter((one) => one !== 'x-request-id'))
      expect(kept.headers.get(name), name).toBe(first.headers.get(name))
    expect(kept.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    const hinted = await page('/terms', bindings, { cookie: 'session=any' })
    expect(hinted.headers.getSetCookie()).toHaveLength(1)
    expect(hinted.text).toBe(kept.text)
    expect((await page('/terms', bindings)).headers.getSetCookie()).toEqual([])
    const wrong = await visitor(bindings).fetch('GET', '/terms', { accept: 'application/json' })
    expect(wrong.status).toBe(404)
  })
})

test('a page of the log is served with its entries, and the log’s files beside it stay files', async () => {
  const sha256 = 'ab'.repeat(32)
  const release = { product: { id: 1, slug: 'monad' }, version: '7.1', sha256, reason: 'It is slow' }
  for (const hash of [sha256, 'c'.repeat(64)]) {
    const sealed = await sealEntry(yankEntry({ ...release, sha256: hash }, Date.now()))
    await commit(db, [enqueueLogEntry(db, sealed, Date.now())])
  }
  await appendEntries({ env, db, config: configOf(env) }, Date.now())
  const bindings = withAssets({ id: unique('build') })
  const shown = async (path: string) => {
    const { status, text } = await page(path, bindings)
    return { status, entries: [...text.matchAll(/Entry (?:<!-- -->)?(\d+)<\/a>/g)].map(([, index]) => index) }
  }
  for (const path of ['/log', '/log/', '/log?hash=', '/log?utm_source=mail'])
    expect(await shown(path), path).toEqual({ status: 200, entries: ['1', '0'] })
  expect(await shown(`/log?hash=${sha256}`)).toEqual({ status: 200, entries: ['0'] })
  expect(await shown('/log?hash=CCCCCCCC')).toEqual({ status: 200, entries: ['1'] })
  expect(await shown('/log?hash=monad.zip%26limit=1')).toEqual({ status: 200, entries: [] })

  const entry = await page('/log/entry/0', bindings)
  expect(entry.status).toBe(200)
  expect(entry.text).toContain('<title>Log entry 0')
  expect(entry.text).toContain('version <!-- -->7.1')
  expect(entry.headers.get('x-robots-tag')).toBe('noindex')
  for (const path of ['/log/entry/2', '/log/entry/x', '/log/entry/', '/log/entry/0/0'])
    expect((await page(path, bindings)).status, path).toBe(404)
  expect((await page('/log/checkpoint', bindings)).headers.get('content-type')).toContain('text/plain')
  expect((await page('/log/proof/0', bindings)).text).toContain('index 0')
  expect((await page('/log/nothing', bindings)).status).toBe(404)
})

test('the cache never serves the page of another path, query or visitor', async () => {
  const bindings = withAssets({ id: unique('build') })
  const texts = new Set<string>()
  const paths = ['/', '/pricing', '/products', '/terms', '/auth', '/auth?tab=register']
  for (const path of paths) texts.add((await page(path, bindings)).text)
  expect(texts.size).toBe(paths.length)
  for (const path of paths) expect([...texts]).toContain((await page(path, bindings)).text)
  expect((await page('/auth?tab=register', bindings)).text).toContain('Create your account')
  expect((await page('/auth', bindings)).text).not.toContain('Create your account')
  expect((await page('/?ref=SOMEBODY', bindings)).text).toBe((await page('/', bindings)).text)
})

test('an unknown page is not cached: once the product exists its page is served', async () => {
  const bindings = withAssets({ id: unique('build') })
  const slug = unique('script').toLowerCase()
  const before = await page(`/products/${slug}`, bindings)
  expect(before.status).toBe(404)
  expect(before.text).toContain('404 Page Not Found')
  const product = await aProduct()
  await env.DB.prepare('UPDATE scripts SET slug = ? WHERE id = ?').bind(slug, product.id).run()
  const after = await page(`/products/${slug}`, bindings)
  expect(after.status).toBe(200)
  expect(after.text).toContain(product.name)
})

// spec: pricing-pay-links
test('a plan that has no file or was deleted is shown without pay buttons', async () => {
  const ways = async (path: string) => {
    const { text } = await page(path)
    return {
      pay: text.match(/Pay with (?:Credit Card|Crypto)/g)?.length ?? 0,
      subscribe: /Subscribe Now|Get Started For/.test(text),
      notYet: text.match(/Not available/g)?.length ?? 0,
    }
  }
  expect(await ways('/pricing')).toEqual({ pay: 0, subscribe: false, notYet: 2 })
  expect(await ways('/')).toMatchObject({ pay: 0, subscribe: false })
  await stockPlans()
  expect(await ways('/pricing')).toEqual({ pay: 4, subscribe: false, notYet: 0 })
  expect(await ways('/')).toMatchObject({ pay: 4, subscribe: true })
  await env.DB.prepare('UPDATE scripts SET is_deleted = 1 WHERE id = 12').run()
  expect(await ways('/pricing')).toEqual({ pay: 2, subscribe: false, notYet: 1 })
  await env.DB.prepare('UPDATE scripts SET is_deleted = 0 WHERE id = 12').run()
})

test('a page sets the hint again for a browser with a session and without it, and no cookie for any other', async () => {
  const bindings = withAssets()
  const secure = { ...bindings, PUBLIC_URL: 'https://shop.test' }
  const cookiesOf = async (cookie: string, path = '/terms', env = bindings) => {
    const response = await visitor(env).fetch('GET', path, { ...html, cookie })
    return response.headers.getSetCookie()
  }
  const hint = expect.stringMatching(/^signed_in=1; Max-Age=2592000; Path=\/; SameSite=Lax$/)
  expect(await cookiesOf('session=any')).toEqual([hint])
  expect(await cookiesOf('session=any', '/dashboard')).toEqual([hint])
  for (const cookie of ['', 'other=1', 'session=any; signed_in=1', 'session='])
    expect(await cookiesOf(cookie)).toEqual([])
  expect(await cookiesOf('session=any', '/robots.txt')).toEqual([])
  expect(await cookiesOf('__Host-session=any', '/terms', secure)).toEqual([
    '__Host-signed_in=1; Max-Age=2592000; Path=/; Secure; SameSite=Lax',
  ])
})

describe('a shop’s pages name the crypto provider of its configuration', () => {
  const PAGES = ['/', '/pricing', '/products/premium', '/terms', '/privacy', '/refund-policy']
  const MEANS =
    /cryptocurrency|(?:pay|paid|paying) (?:with|in) crypto|by crypto|or crypto|in crypto|for crypto/i
  const textOf = async (path: string, more: Partial<Env>) => {
    const { text } = await page(path, withAssets({ id: unique('build') }, more))
    const json = [...text.matchAll(/<script type="application\/ld\+json">([^<]*)/g)].map(([, data]) => data)
    return `${text.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]*>/g, ' ')} ${json.join(' ')}`
  }

  const isSold = (id: number) => aRelease(id, { version: unique('1.') })
  beforeAll(() => Promise.all([isSold(PREMIUM_ID), isSold(LIFETIME_ID)]).then(() => undefined))

  // spec: hero-plan, pricing-cards
  test('and without one no page offers crypto', async () => {
    for (const path of PAGES) {
      const text = await textOf(path, { CRYPTO_PROVIDER: '', ...withoutCrypto })
      expect(text, path).not.toMatch(MEANS)
      expect(text, path).not.toMatch(/coinbase|btcpay/i)
    }
  })

  test.each([
    ['coinbase', 'Coinbase', /btcpay/i],
    ['btcpay', 'BTCPay Server', /coinbase/i],
  ] as const)('%s is called %s', async (provider, name, other) => {
    for (const path of PAGES) {
      const text = await textOf(path, { CRYPTO_PROVIDER: provider })
      expect(text, path).toMatch(MEANS)
      expect(text, path).not.toMatch(other)
    }
    for (const path of ['/', '/pricing', '/terms', '/privacy'])
      expect(await textOf(path, { CRYPTO_PROVIDER: provider }), path).toContain(name)
  })
})
