import type { CurrentUser, Login } from '#shared/accounts/contract.ts'
import { loginKey } from '#shared/accounts/login-key.ts'
import type { FactorMethod } from '#shared/factors/contract.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { limitLogin, passedLogin } from '../login-limits/limit-login.ts'
import { noteWrongTry } from '../login-limits/notify-owner.ts'
import { DUMMY_HASH, hashPassword, needsRehash, verifyPassword } from '../passwords/password.ts'
import { isShortForAdmin } from '../passwords/refuse-password.ts'
import { invalidLogin, shortForAdmin } from './refusals.ts'
import { findByLogin } from './store.ts'
import { renewHash } from './writes.ts'

/** The browser of a login. */
type From = {
  ip: string | null
  /** Whether this browser has logged in with this name since this time. */
  isKnown: (username: string, since: number | null) => Promise<boolean>
}

/**
 * Returns the account with this password, and its stored hash. The caller's writes must require that this hash is still
 * stored. `methods`: the choices where the account asks for a second factor too. A wrong name, a wrong password and a closed account take the same work and get the same response.
 * Tries are counted for the account, before the hash.
 * @throws Problem 401, 403 where an admin's password is too short (050), 429
 */
export async function logIn(
  deps: CoreDeps,
  login: Login,
  { ip, isKnown }: From,
  now: number,
): Promise<{ user: CurrentUser; password: string; methods: FactorMethod[] }> {
  const { db, config } = deps
  const account = await findByLogin(db, login.username)
  const attempt = {
    account,
    name: loginKey(login.username),
    ip,
    isKnownDevice: await isKnown(account?.username ?? login.username, account?.linksValidFrom ?? null),
    turnstileToken: login.turnstileToken,
  }
  const countedAs = await limitLogin(deps, attempt, now)
  const hash = account?.password ?? DUMMY_HASH
  const correct = await verifyPassword(login.password, hash, config)
  if (!account || !correct || account.deactivatedAt !== null) {
    if (!attempt.isKnownDevice) deps.later(noteWrongTry(deps, attempt, now))
    throw invalidLogin({ userId: account?.id ?? null, name: login.username })
  }
  deps.later(passedLogin(deps, attempt, countedAs))
  if (account.isAdmin && isShortForAdmin(login.password)) throw shortForAdmin()
  const user = {
    id: account.id,
    username: account.username,
    email: account.email,
    isAdmin: account.isAdmin,
    staffRole: account.staffRole,
  }
  const methods = methodsOf(account)
  const isToday = !(await needsRehash(account.password, config.passwordPepper))
  if (isToday) return { user, password: account.password, methods }
  const renewed = await hashPassword(login.password, config.passwordPepper)
  const done = await renewHash(db, account.id, { old: account.password, renewed }, now)
  return { user, password: done.length > 0 ? renewed : account.password, methods }
}

/** The choices for the second factor; none where the account has no factor. */
function methodsOf(account: { hasPasskey: number; hasApp: number; hasCodes: number }): FactorMethod[] {
  if (!account.hasPasskey && !account.hasApp) return []
  return [
    ...(account.hasPasskey ? (['passkey'] as const) : []),
    ...(account.hasApp ? (['app'] as const) : []),
    ...(account.hasCodes ? (['recovery_code'] as const) : []),
  ]
}
