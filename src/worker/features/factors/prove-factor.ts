import type { Assertion } from '#shared/factors/contract.ts'
import { logError } from '../../core/log-error.ts'
import { hmacSha256, toHex } from '../../core/tokens.ts'
import { refusedBy, type Write } from '../../db/client.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import type { Factor } from '../accounts/writes.ts'
import { takeChallenge, type Use } from './challenges.ts'
import { stepOf } from './code-rules.ts'
import { hasApp } from './factor-rules.ts'
import { factorRemoved, passkeyRefused, unreadableApp, wrongCode } from './refusals.ts'
import { challengeIn, checkAssertion } from './relying-party.ts'
import { open, seal } from './secret-box.ts'
import type { Owner } from './store.ts'
import { notePasskeyUse, takeRecoveryCode, takeStep } from './writes.ts'

/** The user's input. */
export type Given = {
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: Assertion | undefined
}

/** The factor, and the writes that use it up: they belong into the batch of what it opens. */
export type Proof = { factor: Factor; writes: Write[] }

/** The stored form of a recovery code (written without dashes). */
export const hashRecoveryCode = async (pepper: string, userId: number, code: string): Promise<string> =>
  toHex(await hmacSha256(pepper, `recovery-code:${userId}:${code}`))

/**
 * Checks a second factor of this account. The caller limits codes.
 * @throws Problem 422 `wrong_code` or `passkey_refused`
 */
export async function proveFactor(
  deps: CoreDeps,
  owner: Owner,
  { given, use, isAlone = false }: { given: Given; use: Use; isAlone?: boolean },
  now: number,
): Promise<Proof> {
  if (given.passkey) return provePasskey(deps, owner, { response: given.passkey, use, isAlone }, now)
  if (given.recoveryCode !== undefined) return proveRecoveryCode(deps, owner, given.recoveryCode, now)
  return proveCode(deps, owner, given.code ?? '', now)
}

async function provePasskey(
  { db, config }: CoreDeps,
  owner: Owner,
  { response, use, isAlone }: { response: Assertion; use: Use; isAlone: boolean },
  now: number,
): Promise<Proof> {
  const challenge = challengeIn(response)
  // The challenge is used up before the signature check: it is for one attempt.
  const isFresh = await takeChallenge(db, challenge, use, now)
  const passkey = owner.passkeys.find(({ credentialId }) => credentialId === response.id)
  const used =
    isFresh && passkey && challenge !== null
      ? await checkAssertion(config, passkey, response, challenge, isAlone)
      : null
  if (!passkey || !used) throw passkeyRefused(422, owner.account.id)
  return { factor: 'passkey', writes: notePasskeyUse(db, owner.account.id, passkey, { ...used, now }) }
}

async function proveRecoveryCode({ db, config }: CoreDeps, owner: Owner, code: string, now: number) {
  const peppers = [config.passwordPepper, ...config.passwordPreviousPeppers]
  const hashes = await Promise.all(peppers.map((pepper) => hashRecoveryCode(pepper, owner.account.id, code)))
  const found = owner.codes.find(({ codeHash }) => hashes.includes(codeHash))
  if (!found) throw wrongCode('recoveryCode', owner.account.id)
  return { factor: 'recovery_code' as const, writes: takeRecoveryCode(db, owner.account.id, found.id, now) }
}

async function proveCode({ db, config }: CoreDeps, owner: Owner, code: string, now: number): Promise<Proof> {
  const { app } = owner
  if (!app || !hasApp(owner)) throw wrongCode('code', owner.account.id)
  const { secret, isStale } = await open(config, app.userId, app.secret).catch((error: unknown) => {
    logError('authenticator app', { userId: app.userId, error })
    throw unreadableApp()
  })
  const step = stepOf(secret, code, app.lastStep, now)
  if (step === null) throw wrongCode('code', app.userId)
  const renewed = isStale ? { secret: await seal(config, app.userId, secret) } : {}
  return { factor: 'app', writes: takeStep(db, app, step, renewed) }
}

/** The refusal where another request used the same factor up or removed it meanwhile; undefined for another error. */
export function usedMeanwhile(error: unknown) {
  if (refusedBy(error, 'authenticator_apps', 'last_step')) return wrongCode()
  if (refusedBy(error, 'recovery_codes', 'code_hash')) return wrongCode('recoveryCode')
  if (refusedBy(error, 'passkeys', 'counter')) return passkeyRefused()
  if (refusedBy(error, 'users', 'reference')) return factorRemoved()
  return undefined
}
