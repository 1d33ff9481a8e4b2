import { sql } from 'drizzle-orm'
import { Problem } from '../../core/problem.ts'
import { refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { checkOwnPassword } from '../accounts/check-password.ts'
import { changeRole as writeRole } from '../accounts/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { enqueueSessionsEnd } from '../notifications/writes.ts'
import { isDeactivated, isDeleted, noSuchUser, notAdminAnyMore } from './refusals.ts'
import { findAccount } from './store.ts'
import { accountIs, isOpen, noteUserAction } from './writes.ts'

export type Role = 'admin' | 'customer'

/**
 * Makes an account an admin, or a customer again. The acting admin confirms with their own password. Admins cannot
 * demote themselves, and the batch requires that the acting admin is still one. So at least one admin is always left,
 * also when two demote each other at once. Sockets close and reconnect with the new role.
 * @throws Problem 422 wrong password, 403 the acting admin is no admin any more, 404, 409
 */
export async function changeRole(
  deps: CoreDeps,
  actor: Actor,
  userId: number,
  input: { role: Role; currentPassword: string },
  now: number,
): Promise<void> {
  const { db } = deps
  await checkOwnPassword(deps, actor, input.currentPassword)
  if (userId === actor.id) throw new Problem(409, 'You cannot change your own role.')
  const promotes = input.role === 'admin'
  const key = `role:${crypto.randomUUID()}`
  const target = promotes ? sql`${isOpen} and u.is_admin = 0` : sql`u.is_admin = 1`
  try {
    const writes = [
      noteUserAction(db, {
        actor,
        userId,
        now,
        action: promotes ? 'user.promote' : 'user.demote',
        onlyIf: sql`${accountIs(userId, target)} and ${accountIs(actor.id, sql`${isOpen} and u.is_admin = 1`)}`,
        before: { isAdmin: !promotes },
        after: { isAdmin: promotes },
      }),
      writeRole(db, userId, promotes, now),
      enqueueSessionsEnd(db, { key, userId, which: undefined, now }),
    ]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
    throw await whyNot(deps, actor, userId, input.role)
  }
}

async function whyNot({ db }: CoreDeps, actor: Actor, userId: number, role: Role): Promise<Problem> {
  const [own, account] = [await findAccount(db, actor.id), await findAccount(db, userId)]
  if (!own?.isAdmin) return notAdminAnyMore()
  if (!account) return noSuchUser()
  if (account.deletedAt !== null) return isDeleted()
  if (account.deactivatedAt !== null) return isDeactivated()
  return new Problem(
    409,
    role === 'admin' ? 'This account is an admin already.' : 'This account is not an admin.',
  )
}
