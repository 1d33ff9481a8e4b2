import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Runs `work` with this id: `requestId` returns it there, also in what `work` continues after the response. */
export const withRequestId = <Result>(id: string, work: () => Result): Result => current.run(id, work)

/** The id of the request that is being answered; undefined in jobs and queues. */
export const requestId = (): string | undefined => current.getStore()

const RAY = /^[0-9a-f]{16}(?:-[A-Z]{3})?$/

/**
 * Cloudflare's id of the request, which its edge writes over what a client sent, so that support finds the request in
 * Cloudflare's logs too. Else a random one. No other header is read, and no other form is accepted.
 */
export function requestIdOf(headers: Headers): string {
  const ray = headers.get('cf-ray')
  return ray !== null && RAY.test(ray) ? ray : crypto.getRandomValues(new Uint8Array(8)).toHex()
}
