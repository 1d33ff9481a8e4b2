import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import type { Env } from '../../providers/env.ts'
import { aUser } from '../../testing/clients.ts'

const BREACHED = 'breached horse 9'
const PATH = '/api/user/password'

afterEach(() => vi.restoreAllMocks())

/** Bindings that ask about breaches, and the calls that left. `answer` replaces the sandbox. */
function asking(answer?: (request: Request) => Promise<Response>) {
  const calls: Request[] = []
  const fetch = (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    calls.push(request)
    return answer ? answer(request) : (env.SANDBOX as Fetcher).fetch(request)
  }
  const bindings = { ...env, BREACHED_PASSWORDS: 'on', SANDBOX: { fetch } as unknown as Fetcher } as Env
  return { bindings, calls }
}

async function change(bindings: Env, newPassword: string) {
  const user = await aUser({ bindings })
  return user.put(PATH, { currentPassword: user.password, newPassword })
}

test('a password from a breach is refused at its field, and only 5 characters of its hash leave the shop', async () => {
  const { bindings, calls } = asking()
  expect(await change(bindings, BREACHED)).toMatchObject({
    status: 422,
    data: { fields: { newPassword: expect.stringMatching(/data breach of another website/) } },
  })
  expect(calls.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['GET', expect.stringMatching(/^https:\/\/api\.pwnedpasswords\.com\/range\/[0-9A-F]{5}$/), null],
  ])
  expect(calls[0]?.headers.get('add-padding')).toBe('true')
  expect([...(calls[0]?.headers.keys() ?? [])].sort()).toEqual(['add-padding', 'user-agent'])
})

test('another password is accepted, also where its hash is among the padding', async () => {
  const { bindings } = asking()
  expect((await change(bindings, 'unknown horse 9')).status).toBe(200)
  const hash = await crypto.subtle.digest('SHA-1', new TextEncoder().encode('unknown horse 9'))
  const suffix = new Uint8Array(hash).toHex().toUpperCase().slice(5)
  const padded = asking(async () => new Response(`${suffix}:0`))
  expect((await change(padded.bindings, 'unknown horse 9')).status).toBe(200)
})

test.each([
  ['fails', async () => new Response('no', { status: 503 })],
  ['redirects', async () => Response.redirect('https://elsewhere.example/', 302)],
  ['cannot be reached', () => Promise.reject(new TypeError('no network'))],
  [
    'does not answer in time',
    ({ signal }: Request) =>
      new Promise<Response>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  ],
])('a service that %s lets the password pass, with one line in the log', async (_, answer) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { bindings } = asking(answer)
  const before = Date.now()
  expect((await change(bindings, BREACHED)).status).toBe(200)
  expect(Date.now() - before).toBeLessThan(6000)
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)))
  expect(lines.filter(({ at }) => at === 'breached-passwords')).toHaveLength(1)
  expect(JSON.stringify(lines)).not.toContain(BREACHED)
})

test('without the setting nothing is asked', async () => {
  const { bindings, calls } = asking()
  expect((await change({ ...bindings, BREACHED_PASSWORDS: 'off' }, BREACHED)).status).toBe(200)
  expect(calls).toEqual([])
})
