import type { Env } from './env.ts'

/** `fetch` for calls to other services; in local runs all of them go to the sandbox, unchanged. */
export function outsideFetch(env: Env): typeof fetch {
  const sandbox = env.SANDBOX
  return sandbox
    ? (input, init) => sandbox.fetch(input as RequestInfo, init)
    : (input, init) => fetch(input, init)
}
