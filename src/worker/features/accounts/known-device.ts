import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { loginKey } from '#shared/accounts/login-key.ts'
import { DAY } from '#shared/core/time.ts'
import { readSignedText, signText } from '../../core/signed-text.ts'
import { sha256Hex } from '../../core/tokens.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { cookieName, isSecure } from '../../http/cookies.ts'

const COOKIE = 'known_device'
const PURPOSE = 'known-device.v1'
const KEPT_MS = 365 * DAY

/**
 * Sets a signed cookie: a login with these names and the right password succeeded in this browser. The cookie opens
 * nothing. It only gives this browser a limit of its own, which strangers cannot use up.
 */
export async function rememberDevice(
  c: Context<AppEnv>,
  user: { username: string; email: string },
): Promise<void> {
  const names = await Promise.all([user.username, user.email].map(nameHash))
  const signed = await signText([...names, Date.now()].join('.'), PURPOSE, c.get('config').linkSigningKey)
  setCookie(c, cookieName(c, COOKIE), signed, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Strict',
    maxAge: KEPT_MS / 1000,
  })
}

/**
 * Whether this browser has logged in with this name since then (epoch milliseconds; null: the password was never
 * replaced). A new password ends earlier cookies: a thief of one would use up the limit of the owner's browsers. A cookie
 * without a time, from an earlier version, counts until the password is replaced.
 */
export async function isKnownDevice(
  c: Context<AppEnv>,
  login: string,
  since: number | null,
): Promise<boolean> {
  const cookie = getCookie(c, cookieName(c, COOKIE)) ?? ''
  const signed = await readSignedText(cookie, PURPOSE, c.get('config'))
  const [username, email, at] = (signed ?? '').split('.')
  const isSince = at === undefined ? since === null : Number(at) >= Math.max(since ?? 0, Date.now() - KEPT_MS)
  return isSince && [username, email].includes(await nameHash(login))
}

const nameHash = async (name: string) => (await sha256Hex(loginKey(name))).slice(0, 32)
