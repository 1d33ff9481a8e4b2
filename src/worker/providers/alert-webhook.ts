import type { Env } from './env.ts'
import { outsideFetch } from './outside.ts'

const TIMEOUT_MS = 10_000

/**
 * Posts to the operator's second channel, for what mail cannot be trusted with. The text goes to a service of others: it
 * contains no address of a buyer. @throws where no answer came
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
