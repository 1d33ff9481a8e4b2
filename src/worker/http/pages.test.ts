import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { visitor } from '../testing/clients.ts'

const ASSETS = {
  fetch: async () => new Response('the shell', { headers: { etag: '"1"' } }),
} as unknown as Fetcher

test('an address of the router is a page, any other page the same shell with 404, and a missing file is no page', async () => {
  const browser = visitor({ ...env, ASSETS })
  const html = { accept: 'text/html,application/xhtml+xml' }
  const cases = [
    ['GET', '/', html, 200],
    ['GET', '/dashboard', html, 200],
    ['GET', '/dashboard/', html, 200],
    ['HEAD', '/auth', html, 200],
    ['GET', '/payment/success', html, 200],
    ['GET', '/no-such-page', html, 404],
    ['GET', '/assets/missing.js', { accept: '*/*' }, 404],
    ['GET', '/data.json', { accept: 'application/json' }, 404],
    ['POST', '/dashboard', html, 404],
  ] as const
  for (const [method, path, headers, status] of cases) {
    const response = await browser.fetch(method, path, headers)
    expect(response.status, `${method} ${path}`).toBe(status)
    const isPage = headers === html && method === 'GET'
    if (method !== 'HEAD') expect((await response.text()) === 'the shell', `${method} ${path}`).toBe(isPage)
    expect(response.headers.get('etag')).toBeNull()
  }
})
