import { and } from 'drizzle-orm'
import { hasRole, type StaffRole } from '#shared/core/staff-roles.ts'
import { Problem } from '../../core/problem.ts'
import type { Actor } from '../../http/actor.ts'
import { notYourRole } from '../../http/permissions.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { allBut, endSessions, only } from '../accounts/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { noSuchUser } from './refusals.ts'
import { findAccount, findSession } from './store.ts'
import { noteUserAction } from './writes.ts'

/**
 * Logs an account out, everywhere or on one device; the admin's own session stays.
 * @throws Problem 403 for another member of staff unless the actor is an owner; 404 where there is no such user, or the handle names none of their sessions
 */
export async function endUserSessions(
  deps: CoreDeps,
  actor: Actor & { sessionId: string; staffRole: StaffRole | null },
  userId: number,
  handle: string | undefined,
  now: number,
): Promise<void> {
  const { db } = deps
  const account = await findAccount(db, userId)
  if (!account) throw noSuchUser()
  if (account.staffRole && userId !== actor.id && !hasRole(actor.staffRole, 'owner')) throw notYourRole()
  const sid = handle === undefined ? undefined : await findSession(db, userId, handle)
  if (handle !== undefined && !sid) throw new Problem(404, 'This device is no longer logged in.')
  const key = `sessions-end:${crypto.randomUUID()}`
  const which = and(allBut(actor.sessionId), sid ? only(sid) : undefined)
  const writes = [
    noteUserAction(db, {
      actor,
      userId,
      now,
      action: 'user.end-sessions',
      after: { sessions: handle ?? 'all' },
    }),
    ...endSessions(db, { key, userId, which, now }),
  ]
  await commitAndDispatch(deps, writes, now)
}
