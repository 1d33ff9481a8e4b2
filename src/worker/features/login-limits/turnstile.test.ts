import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { configOf } from '../../providers/config.ts'
import type { Env } from '../../providers/env.ts'
import { turnstileFor } from '../../providers/turnstile.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'

const LOGIN = '/api/auth/login'

beforeEach(() => stopClock())

/** Bindings with Turnstile, and the calls to siteverify. `answer` replaces the sandbox. */
function withTurnstile(answer?: (init?: RequestInit) => Promise<Response>) {
  const calls: Request[] = []
  const fetch = (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    calls.push(request.clone())
    return answer ? answer(init) : (env.SANDBOX as Fetcher).fetch(request)
  }
  const SANDBOX = { fetch } as unknown as Fetcher
  const keys = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: 'the secret' }
  return { bindings: { ...env, ...keys, SANDBOX } as Env, calls }
}

let network = 0
const logIn = (bindings: Env, user: SignedIn, turnstileToken?: string, password = user.password) =>
  visitor(bindings).post<{ turnstile?: unknown } | undefined>(
    LOGIN,
    { username: user.username, password, ...(turnstileToken && { turnstileToken }) },
    { 'cf-connecting-ip': `10.9.${network >> 8}.${network++ & 255}` },
  )

/** An account whose limit of strangers is used up. */
async function anAttackedUser(bindings: Env) {
  const user = await aUser()
  for (let n = 0; n < 20; n += 1) await logIn(bindings, user, undefined, 'wrong password')
  return user
}

const token = (action: string, host = 'shop.test') => `solved ${action} ${host} ${crypto.randomUUID()}`

test('beyond the limit the refusal offers a challenge; solved, the owner gets in, once with each token', async () => {
  const { bindings, calls } = withTurnstile()
  const user = await anAttackedUser(bindings)
  const refused = await logIn(bindings, user)
  const offer = { siteKey: 'site', script: '/sandbox/turnstile/api.js?render=explicit', action: 'login' }
  expect([refused.status, refused.data]).toEqual([429, { turnstile: offer }])
  expect(calls).toHaveLength(0)
  const solved = token('login')
  expect((await logIn(bindings, user, solved)).status).toBe(200)
  expect((await logIn(bindings, user, solved)).status).toBe(429)
  expect(calls.map(({ method, url }) => [method, url])).toEqual([
    ['POST', 'https://challenges.cloudflare.com/turnstile/v0/siteverify'],
  ])
  expect(await calls[0]?.json()).toEqual({
    secret: 'the secret',
    response: solved,
    remoteip: expect.stringMatching(/^10\.9\./),
  })
})

test('a try beyond the limit with a token of another form, another site or no challenge gets 429', async () => {
  const { bindings } = withTurnstile()
  const user = await anAttackedUser(bindings)
  for (const wrong of [token('register'), token('login', 'evil.example'), 'made up'])
    expect((await logIn(bindings, user, wrong)).status, wrong).toBe(429)
})

test.each([
  ['answers 500', async () => new Response('down', { status: 500 })],
  ['answers no JSON', async () => new Response('<html>')],
  ['cannot be reached', () => Promise.reject(new Error('no route'))],
] as const)('when siteverify %s, a try beyond the limit gets 429', async (_, answer) => {
  const { bindings } = withTurnstile(answer)
  const user = await anAttackedUser(bindings)
  expect((await logIn(bindings, user, token('login'))).status).toBe(429)
})

test('when siteverify does not answer within five seconds, a try beyond the limit gets 429', async () => {
  const silent = (init?: RequestInit) =>
    new Promise<Response>((_, failed) => {
      init?.signal?.addEventListener('abort', () => failed(init.signal?.reason))
    })
  const { bindings, calls } = withTurnstile(silent)
  const user = await anAttackedUser(bindings)
  const { timeout } = AbortSignal
  const deadline = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 20))
  const { status } = await logIn(bindings, user, token('login'))
  expect([status, calls.length, deadline.mock.calls]).toEqual([429, 1, [[5000]]])
  deadline.mockRestore()
})

test('without the two settings a token is not sent anywhere, and no challenge is offered', async () => {
  const { bindings, calls } = withTurnstile()
  const without = { ...bindings, TURNSTILE_SITE_KEY: undefined, TURNSTILE_SECRET_KEY: undefined }
  const user = await anAttackedUser(without)
  const refused = await logIn(without, user, token('login'))
  expect([refused.status, refused.data, calls.length]).toEqual([429, undefined, 0])
})

test('a deployment names Cloudflare’s script', () => {
  const config = { ...configOf(withTurnstile().bindings), isLocal: false }
  expect(turnstileFor(config, 'login')?.script).toBe(
    'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  )
})
