import { sql } from 'drizzle-orm'
import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import { commit, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { burnTokens, closeAccount, endSessions, reopenAccount } from '../accounts/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { closeCheckouts } from '../payments/checkout/close-checkouts.ts'
import { stopRenewals } from '../subscriptions/stop-renewals.ts'
import { isDeleted, noSuchUser } from './refusals.ts'
import { findAccount } from './store.ts'
import { accountIs, insertNote, isOpen, noteUserAction } from './writes.ts'

/**
 * Closes an account without changing its data. Its sessions and mailed links end. Files, download links and licences
 * open nothing until it is activated again. Renewals are stopped at the provider, after the account is closed, so that
 * a provider that is down does not keep the account open. A repeated call stops the renewals that are left.
 * @throws Problem 404, 409 (deleted; an admin)
 */
export async function deactivateAccount(
  deps: ShopDeps,
  actor: Actor,
  userId: number,
  reason: string,
  now: number,
): Promise<{ stillRenews: boolean }> {
  const account = await findAccount(deps.db, userId)
  if (!account) throw noSuchUser()
  await close(deps, actor, account, reason, now)
  return { stillRenews: !(await stopCharging(deps, userId, now)) }
}

async function close(
  deps: ShopDeps,
  actor: Actor,
  account: { id: number; email: string },
  reason: string,
  now: number,
): Promise<void> {
  const { db } = deps
  const { id: userId } = account
  const key = `sessions-end:${crypto.randomUUID()}`
  try {
    const writes = [
      noteUserAction(db, {
        actor,
        userId,
        now,
        action: 'user.deactivate',
        onlyIf: accountIs(userId, sql`${isOpen} and u.is_admin = 0`),
        before: { state: 'active' },
        after: { state: 'deactivated' },
      }),
      closeAccount(db, userId, now),
      ...endSessions(db, { key, userId, now }),
      burnTokens(db, account, ['reset', 'confirmation', 'change'], now),
      insertNote(db, { userId, authorId: actor.id, text: `Deactivated: ${reason}`, createdAt: now }),
    ]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
    const after = await findAccount(db, userId)
    if (after?.deletedAt !== null) throw isDeleted()
    if (after.isAdmin) throw new Problem(409, 'An admin cannot be deactivated. Demote the account first.')
  }
}

/** False where a subscription may still renew. */
async function stopCharging(deps: ShopDeps, userId: number, now: number): Promise<boolean> {
  // Payments that are made or under way settle as always.
  await closeCheckouts(deps, userId, now).catch(report)
  return stopRenewals(deps, userId, now).then(() => true, report)
}

function report(error: unknown): false {
  logError('deactivate-account', { error })
  return false
}

/** Opens an account again. Stopped renewals stay stopped; the owner may turn them on. @throws Problem 404, 409 */
export async function activateAccount(
  { db }: Pick<ShopDeps, 'db'>,
  actor: Actor,
  userId: number,
  now: number,
): Promise<void> {
  try {
    await commit(db, [
      noteUserAction(db, {
        actor,
        userId,
        now,
        action: 'user.activate',
        onlyIf: accountIs(userId, sql`u.deleted_at is null and u.deactivated_at is not null`),
        before: { state: 'deactivated' },
        after: { state: 'active' },
      }),
      reopenAccount(db, userId, now),
    ])
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
    const account = await findAccount(db, userId)
    if (!account) throw noSuchUser()
    throw account.deletedAt === null ? new Problem(409, 'This account is active.') : isDeleted()
  }
}
