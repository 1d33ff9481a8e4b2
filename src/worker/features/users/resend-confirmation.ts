import { Problem } from '../../core/problem.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { sendConfirmation } from '../accounts/send-confirmation.ts'
import { changedMeanwhile, isDeactivated, isDeleted, noSuchUser } from './refusals.ts'
import { findAccount } from './store.ts'
import { noteUserAction } from './writes.ts'

/**
 * Sends the confirmation link again, like the owner's own request. Returns its address.
 * @throws Problem 404, 409 (closed; nothing to confirm), 429 after too many to this address
 */
export async function resendConfirmation(
  deps: CoreDeps,
  actor: Actor,
  userId: number,
  now: number,
): Promise<{ to: string }> {
  const account = await findAccount(deps.db, userId)
  if (!account) throw noSuchUser()
  if (account.deletedAt !== null) throw isDeleted()
  if (account.deactivatedAt !== null) throw isDeactivated()
  const note = noteUserAction(deps.db, { actor, userId, action: 'user.resend-verification', now })
  try {
    return await sendConfirmation(deps, userId, now, [note])
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error
    if (account.emailVerifiedAt === null) throw changedMeanwhile()
    throw new Problem(409, 'This email address is confirmed already.')
  }
}
