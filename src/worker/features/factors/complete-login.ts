import type { CurrentUser } from '#shared/accounts/contract.ts'
import type { SecondFactor } from '#shared/factors/contract.ts'
import { Problem } from '../../core/problem.ts'
import { sha256Hex, toBase64Url } from '../../core/tokens.ts'
import { refusedBy } from '../../db/client.ts'
import { peekValue, takeValue } from '../../db/one-time-values.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import type { PendingLogin } from '../accounts/pending-login.ts'
import { type Device, type NewSession, prepareSession } from '../accounts/start-session.ts'
import type { Factor } from '../accounts/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { sendNotice } from '../staff/send-notice.ts'
import type { Notice } from '../staff/writes.ts'
import { newChallenge, type Use } from './challenges.ts'
import { enqueueFactorMail } from './factor-mail.ts'
import { forgiveCodes, limitCodes } from './limits.ts'
import { proveFactor, usedMeanwhile } from './prove-factor.ts'
import { loginExpired, noFactor, passkeyRefused } from './refusals.ts'
import { challengeIn, requestOptions } from './relying-party.ts'
import { findOwner, findPasskeyOwner, type Owner } from './store.ts'

/** The browser of a login, and the mails to staff about the login of an admin there. */
type From = { device: Device; noteLogin: (user: CurrentUser) => Promise<Notice> }

export type Opened = { user: CurrentUser; session: NewSession; factor: Factor }

const userOf = ({ account }: Owner): CurrentUser => ({
  id: account.id,
  username: account.username,
  email: account.email,
  isAdmin: account.isAdmin,
  staffRole: account.staffRole,
})

/** The account of a login whose password was right, and still is. @throws Problem 401 `login_expired` */
async function findPending({ db }: CoreDeps, token: string, now: number): Promise<Owner> {
  const pending = await peekValue<PendingLogin>(db, 'second_factor', token, now)
  const owner = pending?.userId ? await findOwner(db, pending.userId) : undefined
  const isSame = owner && pending?.data.password === (await sha256Hex(owner.account.password))
  if (!isSame) throw loginExpired()
  return owner
}

const secondFactor = (userId: number): Use => ({
  purpose: 'passkey_login',
  userId,
  sessionId: null,
  for: 'second_factor',
})

/** Options to complete a login with a passkey of its account. */
export async function secondFactorOptions(deps: CoreDeps, token: string, now: number) {
  const owner = await findPending(deps, token, now)
  if (owner.passkeys.length === 0) throw noFactor()
  const challenge = await newChallenge(deps.db, secondFactor(owner.account.id), now)
  return requestOptions(deps.config, owner.passkeys, challenge, false)
}

/**
 * Completes a login whose password was right. Its token, the factor and the session are one batch, so that of two uses
 * of one code, or of one login, only one opens a session.
 * @throws Problem 401 `login_expired`, 422 `wrong_code` or `passkey_refused`, 429
 */
export async function completeLogin(
  deps: CoreDeps,
  form: SecondFactor,
  from: From & { isKnown: (username: string, since: number | null) => Promise<boolean> },
  now: number,
): Promise<Opened> {
  const { db, env } = deps
  const owner = await findPending(deps, form.token, now)
  const { account } = owner
  const tries = {
    userId: account.id,
    isKnownDevice: await from.isKnown(account.username, account.linksValidFrom),
  }
  // A passkey cannot be guessed.
  if (!form.passkey) await limitCodes(env, tries)
  const proof = await proveFactor(deps, owner, { given: form, use: secondFactor(account.id) }, now)
  const session = await prepareSession(db, { ...account, factor: proof.factor }, from.device, now)
  const notice = await from.noteLogin(userOf(owner))
  const writes = [
    ...notice.writes,
    takeValue(db, 'second_factor', await sha256Hex(form.token), now),
    ...proof.writes,
    session.write,
    ...(proof.factor === 'recovery_code'
      ? enqueueFactorMail(db, account, { change: 'recovery-code-used', left: owner.codes.length - 1 }, now)
      : []),
  ]
  await commitAndDispatch(deps, writes, now).catch((error: unknown) => {
    const isOver = refusedBy(error, 'one_time_values', 'purpose') || refusedBy(error, 'sessions', 'user_id')
    throw isOver ? loginExpired() : (usedMeanwhile(error) ?? error)
  })
  sendNotice(deps, notice)
  if (!form.passkey) deps.later(forgiveCodes(env, tries))
  return { user: userOf(owner), session, factor: proof.factor }
}

const loginAlone: Use = { purpose: 'passkey_login', userId: null, sessionId: null, for: 'login' }

/** Options to log in with any passkey that the authenticator has for this shop. */
export async function passkeyLoginOptions({ db, config }: CoreDeps, now: number) {
  return requestOptions(config, [], await newChallenge(db, loginAlone, now), true)
}

/** Logs in with a passkey alone: the authenticator checked its user. @throws Problem 401 `passkey_refused` */
export async function logInWithPasskey(
  deps: CoreDeps,
  passkey: NonNullable<SecondFactor['passkey']>,
  { device, noteLogin }: From,
  now: number,
): Promise<Opened> {
  const owner = challengeIn(passkey) === null ? undefined : await findPasskeyOwner(deps.db, passkey.id)
  if (!owner) throw passkeyRefused(401)
  const { userHandle } = passkey.response
  const isOwn =
    userHandle === undefined || userHandle === toBase64Url(new TextEncoder().encode(owner.account.reference))
  if (!isOwn) throw passkeyRefused(401, owner.account.id)
  try {
    const asked = { given: { passkey }, use: loginAlone, isAlone: true }
    const proof = await proveFactor(deps, owner, asked, now)
    const session = await prepareSession(deps.db, { ...owner.account, factor: proof.factor }, device, now)
    const notice = await noteLogin(userOf(owner))
    await commitAndDispatch(deps, [...notice.writes, ...proof.writes, session.write], now)
    sendNotice(deps, notice)
    return { user: userOf(owner), session, factor: proof.factor }
  } catch (error) {
    const isRefused = usedMeanwhile(error) !== undefined || refusedBy(error, 'sessions', 'user_id')
    throw isRefused || (error instanceof Problem && error.status === 422)
      ? passkeyRefused(401, owner.account.id)
      : error
  }
}
