import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { withAssets } from './testing/assets.ts'
import { visitor } from './testing/clients.ts'
import { watched } from './testing/watched.ts'

const RAY = '8c1f0e5a9b2d3e4f-FRA'
const id = (response: Response) => response.headers.get('x-request-id')

/** Bindings whose database refuses everything. */
const broken = () => {
  const { bindings } = watched()
  const refuse = () => {
    throw new Error('D1 is down')
  }
  return { ...bindings, DB: { prepare: refuse, batch: refuse } as unknown as D1Database }
}

test.each([
  ['an answer of the API', '/api/products', 200],
  ['a refusal', '/api/auth/me', 401],
  ['an unknown path of the API', '/api/nothing', 404],
  ['a page', '/nothing/here', 404],
  ['robots.txt', '/robots.txt', 200],
])('%s has a new id', async (_, path, status) => {
  const shop = withAssets({}, {})
  const ask = () => visitor(shop).fetch('GET', path, { accept: 'text/html' })
  const [one, other] = [await ask(), await ask()]
  expect(one.status).toBe(status)
  expect(id(one)).toMatch(/^[0-9a-f]{16}$/)
  expect(id(other)).not.toBe(id(one))
})

test('the id of Cloudflare is used, and no other that a client sends', async () => {
  const answer = (headers: Record<string, string>) => visitor().fetch('GET', '/api/health', headers)
  expect(id(await answer({ 'cf-ray': RAY }))).toBe(RAY)
  for (const name of ['x-request-id', 'x-correlation-id', 'traceparent'])
    expect(id(await answer({ [name]: 'mine-1234' }))).toMatch(/^[0-9a-f]{16}$/)
  for (const ray of ['mine', `${RAY}x`, `${RAY}"}`, 'A'.repeat(16)])
    expect(id(await answer({ 'cf-ray': ray }))).toMatch(/^[0-9a-f]{16}$/)
})

test('an unexpected error shows the id of its line in JSON, and on the page of a followed link', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const ask = (headers: Record<string, string>) =>
    visitor(broken()).fetch('GET', '/api/download/file/1', { cookie: 'session=abc', ...headers })
  const json = await ask({ 'cf-ray': RAY })
  expect(json.status).toBe(500)
  expect(await json.json()).toMatchObject({
    success: false,
    requestId: RAY,
    message: expect.stringContaining(`tell support this number: ${RAY}.`),
  })
  const page = await ask({ 'sec-fetch-dest': 'document' })
  expect(page.status).toBe(500)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain(`${id(page)}`)
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
  expect(lines.map(({ requestId }) => requestId)).toEqual([RAY, id(page)])
  logged.mockRestore()
})

test('requests at the same time keep their own ids in their lines, also after the answer', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const rays = Array.from({ length: 8 }, (_, n) => `${String(n).repeat(16)}-FRA`)
  const login = { username: 'nobody-here', password: 'a wrong password' }
  await Promise.all(
    rays.map((ray, n) =>
      visitor().post('/api/auth/login', login, { 'cf-ray': ray, 'cf-connecting-ip': `10.77.${n}.1` }),
    ),
  )
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
  expect(lines.map(({ requestId, network }) => [requestId, network]).toSorted()).toEqual(
    rays.map((ray, n) => [ray, `10.77.${n}.0/24`]),
  )
  logged.mockRestore()
  await env.DB.prepare('DELETE FROM security_events').run()
})
