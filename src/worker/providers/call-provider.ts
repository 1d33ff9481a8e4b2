import type { z } from 'zod'
import { PROVIDER_TIMEOUT_MS, ProviderDown, ProviderRefused } from './payment-provider.ts'

export type ProviderCall = { method: 'GET' | 'POST'; url: string; headers: HeadersInit; body?: unknown }

/** One JSON call with a validated response; null where the provider does not know the object. */
export type CallProvider = <Schema extends z.ZodType>(
  call: ProviderCall,
  schema: Schema,
) => Promise<z.output<Schema> | null>

/**
 * Calls a provider without an SDK. `reasonOf` finds the reason in the response to a refused call.
 * @throws ProviderDown, ProviderRefused; Error where our key is refused, which must not look like an outage
 */
export function providerCaller(
  name: string,
  outside: typeof fetch,
  reasonOf: (answer: unknown) => string | undefined,
): CallProvider {
  return async ({ method, url, headers, body }, schema) => {
    const { status, ok, answer } = await send(name, outside, { method, url, headers, body })
    if (status === 404) return null
    if (status === 401 || status === 403) throw new Error(`${name} refuses our key`)
    if (status === 408 || status === 429 || status >= 500) {
      throw new ProviderDown(`${name} answered ${status}`)
    }
    if (!ok) throw new ProviderRefused(reasonOf(answer) ?? `${name} refused with ${status}`)
    const read = schema.safeParse(answer)
    if (!read.success) throw new ProviderDown(`${name} answered what we cannot read`, { cause: read.error })
    return read.data
  }
}

async function send(name: string, outside: typeof fetch, { method, url, headers, body }: ProviderCall) {
  try {
    const response = await outside(url, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    })
    const text = await response.text()
    return { status: response.status, ok: response.ok, answer: readJson(text) }
  } catch (cause) {
    throw new ProviderDown(`${name} did not answer`, { cause })
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
