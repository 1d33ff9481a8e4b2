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

/**
 * Sets a signed cookie: a login with these names and the right password succeeded in this browser. The cookie opens
 * nothing. It only gives this browser a limit of its own, which strangers cannot use up.
 */
export async function rememberDevice(
  c: Context<AppEnv>,
  user: { username: string; email: string },
): Promise<void> {
  const names = await Promise.all([user.username, user.email].map(nameHash))
  const signed = await signText(names.join('.'), PURPOSE, c.get('config').linkSigningKey)
  setCookie(c, cookieName(c, COOKIE), signed, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Strict',
    maxAge: (365 * DAY) / 1000,
  })
}

/** Whether this browser has logged in with this name before. */
export async function isKnownDevice(c: Context<AppEnv>, login: string): Promise<boolean> {
  const cookie = getCookie(c, cookieName(c, COOKIE)) ?? ''
  const names = await readSignedText(cookie, PURPOSE, c.get('config'))
  return (names ?? '').split('.').includes(await nameHash(login))
}

const nameHash = async (name: string) => (await sha256Hex(loginKey(name))).slice(0, 32)
