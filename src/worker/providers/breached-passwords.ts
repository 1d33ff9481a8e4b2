import { logError } from '../core/log-error.ts'
import type { Env } from './env.ts'
import { outsideFetch } from './outside.ts'

const RANGES = 'https://api.pwnedpasswords.com/range/'
/** A person waits for the answer. */
const TIMEOUT_MS = 1500
const PREFIX_LENGTH = 5

/**
 * Whether Have I Been Pwned knows the password from a breach of another site. Only the first 5 characters of its SHA-1 leave
 * the shop. False where the service is slow or fails: it must not keep anybody from choosing a password.
 */
export async function isBreached(env: Env, password: string): Promise<boolean> {
  const bytes = new TextEncoder().encode(password)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-1', bytes)).toHex().toUpperCase()
  const [prefix, suffix] = [hash.slice(0, PREFIX_LENGTH), hash.slice(PREFIX_LENGTH)]
  try {
    const response = await outsideFetch(env)(`${RANGES}${prefix}`, {
      // The same size for every range, so that its length tells an observer nothing.
      headers: { 'Add-Padding': 'true', 'User-Agent': 'windfall-shop' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`Pwned Passwords answered ${response.status}`)
    // Padding has the count 0.
    return text.split(/\r?\n/).some((line) => line.startsWith(`${suffix}:`) && !line.endsWith(':0'))
  } catch (error) {
    logError('breached-passwords', { error })
    return false
  }
}
