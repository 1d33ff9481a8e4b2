import { sql } from 'drizzle-orm'
import type { StaffRole } from '#shared/core/staff-roles.ts'
import { Problem } from '../../core/problem.ts'
import { refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { checkOwnPassword } from '../accounts/check-password.ts'
import { endSessions, changeRole as writeRole } from '../accounts/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { nameIn, selectStaff } from '../staff/find-staff.ts'
import { ROLE_NOUNS } from '../staff/rules.ts'
import { sendNotice } from '../staff/send-notice.ts'
import { queueNotice } from '../staff/writes.ts'
import {
  changedMeanwhile,
  isDeactivated,
  isDeleted,
  isUnconfirmed,
  noSuchUser,
  notAdminAnyMore,
} from './refusals.ts'
import { type Account, findAccount, selectUser } from './store.ts'
import { accountIs, isOpen, noteUserAction } from './writes.ts'

/**
 * Gives an account a staff role, or makes it a customer again (`role` null). The acting owner confirms with their own
 * password. Owners cannot change their own role, and the batch requires that the acting one still is an owner. So at
 * least one owner is always left, also when two demote each other at once. All sessions of the account end: a copied
 * cookie must not gain a role, and an admin's login has rules of its own (050). Returns the role that the account had.
 * @throws Problem 422 wrong password, 403 the acting account is no owner any more, 404, 409
 */
export async function changeRole(
  deps: CoreDeps,
  actor: Actor,
  userId: number,
  input: { role: StaffRole | null; currentPassword: string },
  now: number,
): Promise<{ was: StaffRole | null }> {
  const { db } = deps
  const { role } = input
  await checkOwnPassword(deps, actor, input.currentPassword)
  if (userId === actor.id) throw new Problem(409, 'You cannot change your own role.')
  const [[account], staff] = await db.batch([selectUser(db, userId), selectStaff(db, now)])
  if (!account) throw noSuchUser()
  const was = account.staffRole
  const reason = whyNot(account, role)
  if (reason) throw reason
  const key = `role:${crypto.randomUUID()}`
  const isPromotion = role !== null && was === null
  const target = sql`u.staff_role is ${was} and ${role === null ? sql`1` : isOpen}
    and ${isPromotion ? sql`u.email_verified_at is not null` : sql`1`}`
  const acting = sql`${isOpen} and u.is_admin = 1 and u.staff_role = 'owner'`
  const notice = queueNotice(
    db,
    { staff, supportEmail: deps.config.supportEmail },
    {
      event: 'role',
      by: nameIn(staff, actor.id),
      about: account.username,
      detail: role === null ? 'a customer' : ROLE_NOUNS[role],
      ip: actor.ip,
      at: now,
    },
  )
  try {
    const writes = [
      noteUserAction(db, {
        actor,
        userId,
        now,
        action: role === null ? 'user.demote' : was === null ? 'user.promote' : 'user.role',
        onlyIf: sql`${accountIs(userId, target)} and ${accountIs(actor.id, acting)}`,
        before: { isAdmin: was !== null, staffRole: was },
        after: { isAdmin: role !== null, staffRole: role },
      }),
      writeRole(db, userId, role, now),
      ...endSessions(db, { key, userId, now }),
      ...notice.writes,
    ]
    await commitAndDispatch(deps, writes, now)
    sendNotice(deps, notice)
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
    const [own, changed] = [await findAccount(db, actor.id), await findAccount(db, userId)]
    if (own?.staffRole !== 'owner') throw notAdminAnyMore()
    throw (changed ? whyNot(changed, role) : noSuchUser()) ?? changedMeanwhile()
  }
  return { was }
}

/** Why this account cannot get this role; null: it can. The owner of a mistyped address could reset an admin's password. */
function whyNot(account: Account, role: StaffRole | null): Problem | null {
  const { deletedAt, deactivatedAt, emailVerifiedAt, staffRole } = account
  if (role !== null && deletedAt !== null) return isDeleted()
  if (role !== null && deactivatedAt !== null) return isDeactivated()
  if (role !== null && staffRole === null && emailVerifiedAt === null) return isUnconfirmed()
  if (staffRole !== role) return null
  return new Problem(
    409,
    role === null
      ? 'This account is not an admin.'
      : `This account is an admin already, as ${ROLE_NOUNS[role]}.`,
  )
}
