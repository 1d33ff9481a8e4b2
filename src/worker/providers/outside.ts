import type { Env } from './env.ts'

/** `fetch` for calls that leave the shop; in local runs they all end in the sandbox, unchanged. */
export function outsideFetch(env: Env): typeof fetch {
  const sandbox = env.SANDBOX
  return sandbox
    ? (input, init) => sandbox.fetch(input as RequestInfo, init)
    : (input, init) => fetch(input, init)
}
