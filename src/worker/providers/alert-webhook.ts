import type { Env } from './env.ts'
import { outsideFetch } from './outside.ts'

const TIMEOUT_MS = 10_000

/**
 * Posts to the operator's second channel, for alerts about mail itself. The text goes to a third-party service, so it
 * contains no address of a buyer. @throws where no response came
 */
export async function postAlert(
  env: Env,
  url: string,
  text: string,
): Promise<{ ok: boolean; status: number }> {
  const response = await outsideFetch(env)(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  return { ok: response.ok, status: response.status }
}
