import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { AppEnv } from './app-env.ts'
import { cookieName, isSecure } from './cookies.ts'

const SEEN = 'catalogue'

/** After a few seconds every isolate has the change anyway (docs/decisions/067). */
const SEEN_SECONDS = 10

const COOKIE = new RegExp(`(?:^|;\\s*)(?:__Host-)?${SEEN}=(\\d{1,15})(?:;|$)`)

/** The revision of the catalogue that this browser has seen: it must see no earlier one. Undefined: any. */
export function seenRevision({ headers }: Request): number | undefined {
  const cookies = headers.get('cookie')
  const [, revision] = (cookies?.includes(`${SEEN}=`) && COOKIE.exec(cookies)) || []
  return revision === undefined ? undefined : Number(revision)
}

/**
 * Headers of a request in process whose answer is kept under a revision of the catalogue: it must read what the primary
 * has, as the browser of a change does.
 */
export const READ_TO_KEEP = { cookie: `${SEEN}=0` }

/** Lets the next pages of this browser show a change, whatever isolate answers. */
export function setSeenRevision(c: Context<AppEnv>, revision: number): void {
  setCookie(c, cookieName(c, SEEN), String(revision), {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
    maxAge: SEEN_SECONDS,
  })
}
