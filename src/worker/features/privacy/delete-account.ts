import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { ProviderDown } from '../../providers/payment-provider.ts'
import { verifyPassword } from '../passwords/password.ts'
import { eraseAccount, findErasable } from './erase-account.ts'

/**
 * Deletes an account, after checking its password.
 * @throws Problem 422 (wrong password), 409 (an admin; a payment that is under way), 503: nothing was deleted
 */
export async function deleteAccount(deps: ShopDeps, userId: number, password: string): Promise<void> {
  const account = await findErasable(deps, userId)
  if (!account) throw new Problem(404, 'There is no such account.')
  if (!(await verifyPassword(password, account.password, deps.config))) {
    const message = 'This is not your password.'
    throw new Problem(422, message, { data: { fields: { password: message } } })
  }
  if (account.isAdmin) {
    throw new Problem(409, 'An admin account cannot be deleted. Another admin must demote it first.')
  }
  const by = { actorId: userId, action: 'account.delete' as const, ip: null }
  if (await eraseAccount(deps, account, by).catch(explain)) return
  throw new Problem(409, 'Your account is changing right now. Please try again in a moment.')
}

function explain(error: unknown): never {
  if (error instanceof Problem) {
    throw new Problem(error.status, `Your account was not deleted. ${error.message}`)
  }
  if (!(error instanceof ProviderDown)) throw error
  logError('delete-account', { error })
  const message =
    'Your account was not deleted. We must first make sure that you cannot be charged again, but the payment provider does not respond. Please try again in a moment.'
  throw new Problem(503, message, { retryAfterSeconds: 5 })
}
