import { toIso } from '#shared/core/time.ts'
import type { Reauthenticate, Reauthenticated } from '#shared/factors/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { AUTHENTICATED_FOR_MS } from '../../http/step-up-rules.ts'
import { checkOwnPassword } from '../accounts/check-password.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { newChallenge, type Use } from './challenges.ts'
import { methodsOf } from './factor-rules.ts'
import { forgiveCodes, limitCodes, limitOptions } from './limits.ts'
import { ownFactors } from './list-factors.ts'
import { type Proof, proveFactor, usedMeanwhile } from './prove-factor.ts'
import { codeRequired, noFactor } from './refusals.ts'
import { requestOptions } from './relying-party.ts'
import { noteAuthentication } from './writes.ts'

const stepUp = ({ id, sessionId }: Viewer): Use => ({
  purpose: 'passkey_login',
  userId: id,
  sessionId,
  for: 'reauthenticate',
})

/** Options for the viewer's own passkeys. @throws Problem 409 where there are none, 429 */
export async function reauthenticateOptions(deps: CoreDeps, viewer: Viewer, now: number) {
  await limitOptions(deps.env, viewer.sessionId)
  const { passkeys } = await ownFactors(deps, viewer.id)
  if (passkeys.length === 0) throw noFactor()
  return requestOptions(deps.config, passkeys, await newChallenge(deps.db, stepUp(viewer), now), true)
}

/**
 * Stores the viewer's proof of identity in this session, with the network and browser of the request.
 * @throws Problem 422 `wrong-password`, `code_required`, `wrong_code` or `passkey_refused`; 429 after too many attempts
 */
export async function reauthenticate(
  deps: CoreDeps,
  viewer: Viewer,
  form: Reauthenticate,
  device: { ip: string | null; userAgent: string | null },
  now: number,
): Promise<Reauthenticated> {
  const { password, ...given } = form
  if (password !== undefined) await checkOwnPassword(deps, viewer, password)
  const proof = await proveOwn(deps, viewer, { given, isAlone: password === undefined }, now)
  const noted = noteAuthentication(deps.db, viewer.sessionId, {
    from: device,
    factor: proof?.factor ?? null,
    now,
  })
  await commitAndDispatch(deps, [...(proof?.writes ?? []), noted], now).catch((error: unknown) => {
    throw usedMeanwhile(error) ?? error
  })
  return { authenticatedUntil: toIso(now + AUTHENTICATED_FOR_MS) }
}

/** The second factor, where the account has one; null: it has none, and the password was enough. */
async function proveOwn(
  deps: CoreDeps,
  viewer: Viewer,
  { given, isAlone }: { given: Omit<Reauthenticate, 'password'>; isAlone: boolean },
  now: number,
): Promise<Proof | null> {
  const owner = await ownFactors(deps, viewer.id)
  const methods = methodsOf(owner)
  const isGiven = given.code !== undefined || given.recoveryCode !== undefined || given.passkey !== undefined
  if (methods.length === 0) {
    if (isAlone) throw new Problem(422, 'Enter your password.')
    return null
  }
  if (!isGiven) throw codeRequired(methods)
  if (given.passkey === undefined) await limitCodes(deps.env, viewer)
  const proof = await proveFactor(deps, owner, { given, use: stepUp(viewer), isAlone }, now)
  if (given.passkey === undefined) deps.later(forgiveCodes(deps.env, viewer))
  return proof
}
