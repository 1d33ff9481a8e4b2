import type { AddPasskey, AppSetup, FactorAdded, NewRecoveryCodes } from '#shared/factors/contract.ts'
import { Problem } from '../../core/problem.ts'
import { refusedBy, type Write } from '../../db/client.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { type MovedSession, rotateSession } from '../accounts/start-session.ts'
import { type Factor, requireSession } from '../accounts/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { newChallenge, takeChallenge, type Use } from './challenges.ts'
import {
  APP_SECRET_BYTES,
  appSetup,
  newRecoveryCode,
  RECOVERY_CODES,
  stepOf,
  writtenCode,
} from './code-rules.ts'
import { enqueueFactorMail } from './factor-mail.ts'
import { countFactors, hasApp } from './factor-rules.ts'
import { forgiveCodes, limitChanges, limitCodes, limitOptions } from './limits.ts'
import { isFactorRequired, ownFactors } from './list-factors.ts'
import { hashRecoveryCode } from './prove-factor.ts'
import { factorsChanged, noFactor, passkeyRefused, wrongCode } from './refusals.ts'
import { challengeIn, checkRegistration, creationOptions } from './relying-party.ts'
import { open, seal } from './secret-box.ts'
import { hasFactor, type Owner } from './store.ts'
import {
  deleteApp,
  deletePasskey,
  deleteSpareCodes,
  insertPasskey,
  MAX_PASSKEYS,
  noteFactor,
  renamePasskey,
  replaceRecoveryCodes,
  storeApp,
  takeStep,
} from './writes.ts'

const registration = ({ id, sessionId }: Viewer): Use => ({
  purpose: 'passkey_registration',
  userId: id,
  sessionId,
})

/** Options for a new passkey of the viewer. @throws Problem 429 */
export async function passkeyOptions(deps: CoreDeps, viewer: Viewer, now: number) {
  await limitOptions(deps.env, viewer.sessionId)
  const { account, passkeys } = await ownFactors(deps, viewer.id)
  const challenge = await newChallenge(deps.db, registration(viewer), now)
  return creationOptions(deps.config, { ...account, passkeys }, challenge)
}

/**
 * Adds a passkey. Recovery codes come with the first factor.
 * @throws Problem 422 where the response is not for this session’s challenge; 409 where the passkey is registered
 */
export async function addPasskey(
  deps: CoreDeps,
  viewer: Viewer,
  { name, response }: AddPasskey,
  now: number,
): Promise<{ added: FactorAdded; session: MovedSession }> {
  const { db, config } = deps
  const challenge = challengeIn(response)
  const isFresh = await takeChallenge(db, challenge, registration(viewer), now)
  if (challenge === null || !isFresh) throw passkeyRefused()
  const passkey = await checkRegistration(config, response, challenge)
  if (!passkey) throw passkeyRefused()
  const owner = await ownFactors(deps, viewer.id)
  const writes = [insertPasskey(db, { ...passkey, name, userId: viewer.id, createdAt: now })]
  try {
    return await addFactor(deps, viewer, owner, { writes, factor: 'passkey', name }, now)
  } catch (error) {
    if (refusedBy(error, 'passkeys', 'credential_id')) {
      throw new Problem(409, 'This passkey is registered already.')
    }
    if (!refusedBy(error, 'passkeys', 'user_id')) throw error
    throw new Problem(409, `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`)
  }
}

/** @throws Problem 404 */
export async function nameOwnPasskey({ db }: CoreDeps, viewer: Viewer, id: number, name: string) {
  const [renamed] = await renamePasskey(db, viewer.id, id, name)
  if (!renamed) throw noSuchPasskey()
}

/** A new secret for an app, which counts once a code is confirmed. @throws Problem 409 where an app is set up */
export async function setUpApp({ db, config }: CoreDeps, viewer: Viewer, now: number): Promise<AppSetup> {
  const secret = crypto.getRandomValues(new Uint8Array(APP_SECRET_BYTES))
  const sealed = await seal(config, viewer.id, secret)
  const [stored] = await storeApp(db, { userId: viewer.id, secret: sealed, createdAt: now })
  if (!stored) {
    throw new Problem(409, 'Your account has an authenticator app already. Remove it first.')
  }
  return appSetup(secret, viewer.username)
}

/** The first code of the app. @throws Problem 409 where none is being set up, 422 `wrong_code`, 429 */
export async function confirmApp(
  deps: CoreDeps,
  viewer: Viewer,
  code: string,
  now: number,
): Promise<{ added: FactorAdded; session: MovedSession }> {
  const { db, env, config } = deps
  const owner = await ownFactors(deps, viewer.id)
  const { app } = owner
  if (!app || hasApp(owner)) throw new Problem(409, 'No authenticator app is being set up.')
  await limitCodes(env, viewer)
  const { secret } = await open(config, app.userId, app.secret)
  const step = stepOf(secret, code, app.lastStep, now)
  if (step === null) throw wrongCode()
  const writes = takeStep(db, app, step, { confirmedAt: now })
  try {
    const added = await addFactor(deps, viewer, owner, { writes, factor: 'app', name: null }, now)
    deps.later(forgiveCodes(env, viewer))
    return added
  } catch (error) {
    if (refusedBy(error, 'authenticator_apps', 'last_step')) throw wrongCode()
    throw error
  }
}

/** One batch: the factor, the first recovery codes, the end of the other sessions, a new token for this one, and the mail. */
async function addFactor(
  deps: CoreDeps,
  viewer: Viewer,
  owner: Owner,
  added: { writes: Write[]; factor: Factor; name: string | null },
  now: number,
): Promise<{ added: FactorAdded; session: MovedSession }> {
  const { db } = deps
  const isFirst = countFactors(owner) === 0
  const codes = isFirst ? await freshCodes(deps, viewer.id, now) : null
  const session = await rotateSession(db, viewer, now)
  const change = added.factor === 'passkey' ? 'passkey-added' : 'app-added'
  await commitChange(
    deps,
    viewer,
    [
      ...added.writes,
      noteFactor(db, viewer.sessionId, added.factor),
      ...(codes?.writes ?? []),
      ...session.writes,
      ...enqueueFactorMail(db, owner.account, { change, name: added.name }, now),
    ],
    now,
  )
  return { added: { recoveryCodes: codes?.recoveryCodes ?? null }, session }
}

/** @throws Problem 404; 409 where it is the last factor of an admin who needs one */
export async function removePasskey(
  deps: CoreDeps,
  viewer: Viewer,
  id: number,
  now: number,
): Promise<MovedSession> {
  const owner = await ownFactors(deps, viewer.id)
  const passkey = owner.passkeys.find((one) => one.id === id)
  if (!passkey) throw noSuchPasskey()
  const removed = { write: deletePasskey(deps.db, viewer.id, id), name: passkey.name }
  return removeFactor(deps, viewer, owner, { ...removed, change: 'passkey-removed' }, now)
}

/** @throws Problem 404; 409 where it is the last factor of an admin who needs one */
export async function removeApp(deps: CoreDeps, viewer: Viewer, now: number): Promise<MovedSession> {
  const owner = await ownFactors(deps, viewer.id)
  if (!hasApp(owner)) throw new Problem(404, 'Your account has no authenticator app.')
  const removed = { write: deleteApp(deps.db, viewer.id), name: null, change: 'app-removed' as const }
  return removeFactor(deps, viewer, owner, removed, now)
}

async function removeFactor(
  deps: CoreDeps,
  viewer: Viewer,
  owner: Owner,
  removed: { write: Write; name: string | null; change: 'passkey-removed' | 'app-removed' },
  now: number,
): Promise<MovedSession> {
  const { db } = deps
  if (countFactors(owner) === 1 && isFactorRequired(deps, owner)) {
    throw new Problem(409, 'This shop requires a second factor of its admins. Add another one first.')
  }
  const session = await rotateSession(db, viewer, now)
  await commitChange(
    deps,
    viewer,
    [
      removed.write,
      deleteSpareCodes(db, viewer.id, hasFactor(viewer.id)),
      ...session.writes,
      ...enqueueFactorMail(db, owner.account, removed, now),
    ],
    now,
  )
  return session
}

/** New recovery codes in place of the old ones. @throws Problem 409 where the account has no factor */
export async function renewCodes(deps: CoreDeps, viewer: Viewer, now: number): Promise<NewRecoveryCodes> {
  const owner = await ownFactors(deps, viewer.id)
  if (countFactors(owner) === 0) throw noFactor()
  const { writes, recoveryCodes } = await freshCodes(deps, viewer.id, now)
  const mail = enqueueFactorMail(deps.db, owner.account, { change: 'codes-renewed' }, now)
  await commitChange(deps, viewer, [...writes, ...mail], now)
  return { recoveryCodes }
}

/** @throws Problem 409 where another change of the factors, or the end of the session, came first; 429 after too many */
async function commitChange(deps: CoreDeps, viewer: Viewer, writes: Write[], now: number): Promise<void> {
  await limitChanges(deps.env, viewer.id)
  const first = requireSession(deps.db, viewer.id, viewer.sessionId)
  await commitAndDispatch(deps, [first, ...writes], now).catch((error: unknown) => {
    throw refusedBy(error, 'users', 'reference') ? factorsChanged() : error
  })
}

async function freshCodes({ db, config }: CoreDeps, userId: number, now: number) {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(config.passwordPepper, userId, code)))
  return {
    recoveryCodes: codes.map(writtenCode),
    writes: replaceRecoveryCodes(db, userId, hashes, now),
  }
}

const noSuchPasskey = () => new Problem(404, 'This passkey is not registered any more.')
