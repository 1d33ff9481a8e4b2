import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { DAY } from '#shared/core/time.ts'
import { randomToken, sha256Hex } from '../../../core/tokens.ts'
import type { AppEnv } from '../../../http/app-env.ts'
import { cookieName, isSecure } from '../../../http/cookies.ts'

const COOKIE = 'guest'

/** How long the browser that opened a checkout can show its order: as long as a mailed link opens the file. */
export const PROOF_MS = 7 * DAY

/** The hash of this browser's secret; null: it has none. */
export async function guestBrowser(c: Context<AppEnv>): Promise<string | null> {
  const secret = getCookie(c, cookieName(c, COOKIE))
  return secret ? sha256Hex(secret) : null
}

/** As above. A browser without a secret gets one; the time of a known one begins again. */
export async function ensureGuestBrowser(c: Context<AppEnv>): Promise<string> {
  const name = cookieName(c, COOKIE)
  const known = getCookie(c, name)
  const secret = known && /^[\w-]{43}$/.test(known) ? known : randomToken()
  // Lax: the provider's page sends the buyer back to ours.
  setCookie(c, name, secret, {
    path: '/',
    secure: isSecure(c),
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: PROOF_MS / 1000,
  })
  return sha256Hex(secret)
}
