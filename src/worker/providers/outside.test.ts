import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { outsideFetch } from './outside.ts'

/** A service that answers each call with this status, and notes the calls. */
function aService(status: number) {
  const calls: string[] = []
  const fetch = async (input: RequestInfo, init?: RequestInit) => {
    calls.push(String(input))
    const location = 'https://elsewhere.example/'
    if (init?.redirect !== 'manual' && status >= 300) return new Response('the other host’s answer')
    return new Response(null, { status, headers: { location } })
  }
  return { calls, outside: outsideFetch({ ...env, SANDBOX: { fetch } as unknown as Fetcher }) }
}

test.each([301, 302, 303, 307, 308])(
  'a call that is redirected with %d fails, and is not sent on',
  async (status) => {
    const { calls, outside } = aService(status)
    const call = outside('https://api.example/', { method: 'POST', headers: { authorization: 'key' } })
    await expect(call).rejects.toThrow(`redirected (${status})`)
    expect(calls).toEqual(['https://api.example/'])
  },
)

test.each([200, 204, 404, 500])('a call that is answered with %d gets that answer', async (status) => {
  const { outside } = aService(status)
  expect((await outside('https://api.example/', {})).status).toBe(status)
})
