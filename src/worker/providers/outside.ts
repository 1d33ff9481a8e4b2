import type { Env } from './env.ts'

/** Another service redirected a call. */
export class Redirected extends TypeError {}

/**
 * `fetch` for calls to other services; in local runs all of them go to the sandbox, unchanged. A redirect is not followed:
 * the call has a key in its headers, and the other address is not one that the operator configured.
 * @throws Redirected where the service redirects the call
 */
export function outsideFetch(env: Env): typeof fetch {
  const sandbox = env.SANDBOX
  return async (input, init) => {
    const direct = { ...init, redirect: 'manual' as const }
    const response = await (sandbox ? sandbox.fetch(input as RequestInfo, direct) : fetch(input, direct))
    if (response.status < 300 || response.status >= 400) return response
    await response.body?.cancel()
    throw new Redirected(`A call to another service was redirected (${response.status})`)
  }
}
