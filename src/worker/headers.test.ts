import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { withAssets } from './testing/assets.ts'
import { withDeployedLimits } from './testing/catalogue/limits.ts'
import { aUser, visitor } from './testing/clients.ts'
import { stopClock } from './testing/clock.ts'
import { aProduct, stockPlans } from './testing/products.ts'
import { bought } from './testing/purchases.ts'
import { ask } from './testing/shop.ts'
import { aPng } from './testing/uploads.ts'

/** The headers of every answer. Written out, so that a weaker value in the code fails here. */
const EVERYWHERE = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-powered-by': null,
  server: null,
  'access-control-allow-origin': null,
}

const NO_STORE = { 'cache-control': 'no-store' }
const A_PAGE = { 'content-security-policy': "default-src 'self'", 'cache-control': 'no-cache' }
const html = { accept: 'text/html' }

const shown = ({ headers }: Response, wanted: object) =>
  Object.fromEntries(Object.keys(wanted).map((name) => [name, headers.get(name)]))

let shop: ReturnType<typeof withAssets>
beforeAll(async () => {
  shop = withAssets({}, {}, { '/verify.py': 'print(1)' })
  // A page has the policy that the build wrote for static files.
  const { fetch } = shop.ASSETS
  const withPolicy = async (...args: Parameters<typeof fetch>) => {
    const file = await fetch(...args)
    const headers = new Headers(file.headers)
    headers.set('content-security-policy', "default-src 'self'")
    return new Response(file.body, { status: file.status, headers })
  }
  shop.ASSETS = { fetch: withPolicy } as unknown as Fetcher
  await stockPlans()
  // 60 s: the first page loads the code of all pages.
  await visitor(shop).fetch('GET', '/terms', html)
}, 60_000)

type Case = {
  path: string
  status: number
  method?: string
  headers?: Record<string, string>
  other?: Record<string, string | null>
}

const PROBLEM_PAGE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const CASES: Record<string, Case> = {
  'an answer of the API': { path: '/api/shop', status: 200, other: NO_STORE },
  'the catalogue': { path: '/api/products', status: 200, other: { 'cache-control': 'no-cache' } },
  'the health of the shop': { path: '/api/health', status: 200, other: NO_STORE },
  'a refusal of the API': { path: '/api/auth/me', status: 401, other: NO_STORE },
  'an unknown path of the API': { path: '/api/nothing', status: 404, other: NO_STORE },
  'a request of another site': {
    path: '/api/auth/logout',
    method: 'POST',
    headers: { origin: '' },
    status: 403,
  },
  'a WebSocket address without an upgrade': { path: '/ws', status: 400, other: NO_STORE },
  'a redirect': { path: '/api/email/unsubscribe?token=1', status: 302 },
  'a refusal that a person followed a link to': {
    path: '/api/download/file/1',
    headers: { 'sec-fetch-dest': 'document' },
    status: 401,
    other: { 'content-security-policy': PROBLEM_PAGE },
  },
  'the keys of leases': { path: '/.well-known/jwks.json', status: 200 },
  'an unknown well-known file': { path: '/.well-known/nothing.json', status: 404, other: NO_STORE },
  'the checkpoint of an empty log': { path: '/log/checkpoint', status: 404 },
  'a tile that does not exist': { path: '/log/tile/0/999', status: 404 },
  'the page of the log': { path: '/log', headers: html, status: 200, other: A_PAGE },
  'a public page': { path: '/pricing', headers: html, status: 200, other: A_PAGE },
  'a page from the cache': { path: '/pricing', headers: html, status: 200, other: A_PAGE },
  'the headers of a page': { path: '/pricing', method: 'HEAD', headers: html, status: 200, other: A_PAGE },
  'a private page': { path: '/dashboard', headers: html, status: 200, other: A_PAGE },
  'a page that does not exist': { path: '/nothing', headers: html, status: 404, other: A_PAGE },
  'a file that does not exist': { path: '/assets/nothing.js', status: 404, other: NO_STORE },
  'a method that no page takes': { path: '/pricing', method: 'POST', status: 404, other: NO_STORE },
  'robots.txt': { path: '/robots.txt', status: 200 },
  'the sitemap': { path: '/sitemap.xml', status: 200 },
  'security.txt': { path: '/.well-known/security.txt', status: 200 },
  'the verifier': { path: '/verify.py', status: 200 },
}

test.each(Object.entries(CASES))('%s has the security headers', async (_, one) => {
  const response = await visitor(shop).fetch(one.method ?? 'GET', one.path, one.headers)
  const wanted = { ...EVERYWHERE, ...one.other }
  expect([response.status, shown(response, wanted)]).toEqual([one.status, wanted])
  expect(response.headers.has('cache-control')).toBe(true)
})

test.each(['/api/products', '/pricing'])(
  '%s from memory has all headers of the answer before it',
  async (path) => {
    const headersOf = async () => {
      const { status, headers } = await visitor(shop).fetch('GET', path, html)
      // Of local runs only: an answer from memory has no trips to tell.
      headers.delete('server-timing')
      return { status, headers: { ...Object.fromEntries(headers), 'x-request-id': '' } }
    }
    stopClock()
    const before = await headersOf()
    expect(await withDeployedLimits(headersOf)).toEqual(before)
  },
)

describe('a file', () => {
  const wanted = (other: object = {}) => ({ ...EVERYWHERE, ...other })

  test('has the security headers, whole, in part, and unchanged since the last download', async () => {
    const product = await aProduct()
    const owner = await aUser()
    await bought(owner, product.id)
    const path = `/api/download/file/${product.id}`
    for (const [headers, status] of [
      [{}, 200],
      [{ range: 'bytes=0-1' }, 206],
      [{ 'if-none-match': `"${product.release.sha256}"` }, 304],
    ] as const) {
      const response = await owner.fetch('GET', path, headers)
      expect([response.status, shown(response, wanted())]).toEqual([status, wanted()])
    }
  })

  test('that is a picture of a product may be shown by other sites', async () => {
    const product = await aProduct()
    const name = `${'a'.repeat(32)}.png`
    await env.FILES.put(`images/${product.id}/${name}`, aPng(64, 64))
    const response = await visitor().fetch('GET', `/api/products/${product.id}/image/${name}`)
    const picture = wanted({
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    })
    expect([response.status, shown(response, picture)]).toEqual([200, picture])
  })
})

test('an error of ours has the security headers: of the API, and of the pages', async () => {
  const broken = { fetch: () => Promise.reject(new Error('no assets')) } as unknown as Fetcher
  const wanted = { ...EVERYWHERE, ...NO_STORE }
  for (const [path, bindings, status] of [
    ['/api/products', { ...shop, STRIPE_WEBHOOK_SECRET: '' }, 503],
    ['/robots.txt', { ...shop, STRIPE_WEBHOOK_SECRET: '' }, 500],
    ['/pricing', { ...shop, ASSETS: broken }, 500],
  ] as const) {
    const response = await visitor(bindings).fetch('GET', path, html)
    expect([path, response.status, shown(response, wanted)]).toEqual([path, status, wanted])
    expect(await response.text()).not.toMatch(/STRIPE|assets/)
  }
})

describe('in production, a request over plain http', () => {
  const production = { ...env, PUBLIC_URL: 'https://shop.example' }
  const asked = (path: string, init?: RequestInit) =>
    ask(new Request(`http://shop.example${path}`, { redirect: 'manual', ...init }), production)

  test.each([
    ['/', 'https://shop.example/'],
    ['/products/monad?ref=ABC', 'https://shop.example/products/monad?ref=ABC'],
    ['/log', 'https://shop.example/log'],
    ['//evil.example/x', 'https://shop.example//evil.example/x'],
  ])('for the page %s is sent to https on our own host', async (path, location) => {
    const response = await asked(path)
    const wanted = { ...EVERYWHERE, location }
    expect([response.status, shown(response, wanted)]).toEqual([308, wanted])
  })

  test.each(['/api/products', '/api/auth/me', '/api/licences/verify', '/ws', '/log/checkpoint'])(
    'for %s is refused, and is not redirected',
    async (path) => {
      const response = await asked(path)
      const wanted = { ...EVERYWHERE, location: null }
      expect([response.status, shown(response, wanted)]).toEqual([403, wanted])
    },
  )

  test('sends no cookie and reads none', async () => {
    const login = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    const response = await asked('/api/auth/login', login)
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
  })
})
