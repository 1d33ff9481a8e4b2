import type { PaymentRefusal } from '#shared/payments/contract.ts'
import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import type { Actor } from '../../http/actor.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { ProviderDown } from '../../providers/payment-provider.ts'
import { eraseAccount, findErasable } from '../privacy/erase-account.ts'
import { isStillNotified } from '../publishers/find-admins.ts'
import { NOTIFIED_AFTER_DAYS } from '../staff/rules.ts'
import { isDeleted, noSuchUser } from './refusals.ts'
import { findAccount } from './store.ts'

/**
 * Erases an account like a deletion by its owner, without the owner's password.
 * @throws Problem 404, 409 (deleted; an admin, also a former one of this month; a payment that is under way), 503: nothing was deleted
 */
export async function deleteUser(deps: ShopDeps, actor: Actor, userId: number): Promise<void> {
  const account = await findErasable(deps, userId)
  if (!account) throw (await findAccount(deps.db, userId)) ? isDeleted() : noSuchUser()
  if (account.isAdmin) throw new Problem(409, 'An admin cannot be deleted. Demote the account first.')
  // Read after the role: a demotion in between is found.
  if (await isStillNotified(deps.db, userId, Date.now())) {
    throw new Problem(
      409,
      `This account was an admin within the last ${NOTIFIED_AFTER_DAYS} days. Until then it is mailed about every change of a publisher key, so it cannot be deleted. Deactivate it instead.`,
    )
  }
  const by = { actorId: actor.id, action: 'user.delete' as const, ip: actor.ip }
  if (await eraseAccount(deps, account, by).catch(explain)) return
  throw new Problem(409, 'This account is changing right now. Please try again in a moment.')
}

/** Messages for the admin, instead of the customer's, for each reason that blocks the deletion. */
const IN_THE_WAY: Partial<Record<PaymentRefusal, string>> = {
  'in-review': 'One of their payments needs a decision. Decide about it under Payment Recovery first.',
  owned: 'A checkout of theirs was paid a moment ago. Check it under Orders, then try again.',
  confirming:
    'One of their payments is being confirmed, is incomplete, or is being refunded. Finish it under Orders first.',
}

function explain(error: unknown): never {
  if (error instanceof Problem) {
    const { code } = (error.data ?? {}) as { code?: PaymentRefusal }
    const why = (code && IN_THE_WAY[code]) ?? error.message
    throw new Problem(error.status, `The account was not deleted. ${why}`)
  }
  if (!(error instanceof ProviderDown)) throw error
  logError('delete-user', { error })
  const message =
    'The account was not deleted. We must first make sure that it cannot be charged again, but the payment provider does not respond. Please try again in a moment.'
  throw new Problem(503, message, { retryAfterSeconds: 5 })
}
