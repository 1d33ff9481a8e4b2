import { readdirSync } from 'node:fs'
import type { APIResponse } from '@playwright/test'
import { SECURITY_HEADERS, SHOWN_ELSEWHERE } from '../src/shared/core/security-headers.ts'
import { expect, test } from './testing/test.ts'

const root = new URL('../dist/client/', import.meta.url)
const CORP = 'Cross-Origin-Resource-Policy'

/** The answer's values of the headers in the table, with null for a header that it must not have. */
function checkHeaders(answer: APIResponse, what: string, corp = SECURITY_HEADERS[CORP]) {
  const got = answer.headers()
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, [CORP]: corp })) {
    expect(got[name.toLowerCase()], `${name} of ${what}`).toBe(value)
  }
  expect(got['content-security-policy'], what).toContain("frame-ancestors 'none'")
  expect(got['x-powered-by'], what).toBeUndefined()
}

test('every file of the build, its unchanged copy and a wrong method get the security headers', async ({
  request,
}) => {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(_headers|\.assetsignore)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.pathname.length).replace(/^\/?/, '/'))
  expect(names.length).toBeGreaterThan(50)
  // One file of each kind and folder stands for all of them: they are served by the same rule.
  const kinds = new Map(
    names.map((name) => [/^\/assets\//.test(name) ? name.replace(/.*\./, '') : name, name]),
  )
  for (const name of kinds.values()) {
    const isPicture = /^\/[^/]+\.(png|ico|svg)$/.test(name)
    const corp = isPicture ? SHOWN_ELSEWHERE : undefined
    const answer = await request.get(name)
    expect(answer.status(), name).toBe(200)
    checkHeaders(answer, name, corp)
    const { etag } = answer.headers()
    if (etag) {
      const unchanged = await request.get(name, { headers: { 'if-none-match': etag } })
      expect(unchanged.status(), name).toBe(304)
      checkHeaders(unchanged, `${name}, unchanged`, corp)
    }
    checkHeaders(await request.post(name), `POST ${name}`, corp)
  }
})

test('pages, made files, the API, the log and every kind of error get the security headers', async ({
  request,
}) => {
  for (const [path, status] of [
    ['/', 200],
    ['/pricing', 200],
    ['/dashboard', 200],
    ['/nothing', 404],
    ['/log', 200],
    ['/log/checkpoint', 200],
    ['/assets/nothing.js', 404],
    ['/robots.txt', 200],
    ['/sitemap.xml', 200],
    ['/verify.py', 200],
    ['/.well-known/jwks.json', 200],
    ['/.well-known/security.txt', 200],
    ['/security-policy.txt', 200],
    ['/api/products', 200],
    ['/api/nothing', 404],
    ['/api/auth/me', 401],
    ['/api/email/unsubscribe?token=1', 302],
    ['/%66avicon.ico', 307],
  ] as const) {
    const accept = path.includes('.js') ? '*/*' : 'text/html'
    const answer = await request.get(path, { headers: { accept }, maxRedirects: 0 })
    expect(answer.status(), path).toBe(status)
    checkHeaders(answer, path, path.includes('favicon') ? answer.headers()[CORP.toLowerCase()] : undefined)
  }
})
