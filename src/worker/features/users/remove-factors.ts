import { sql } from 'drizzle-orm'
import { Problem } from '../../core/problem.ts'
import { refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { endSessions } from '../accounts/writes.ts'
import { enqueueFactorMail } from '../factors/factor-mail.ts'
import { deleteFactors } from '../factors/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { nameIn, selectStaff } from '../staff/find-staff.ts'
import { sendNotice } from '../staff/send-notice.ts'
import { queueNotice } from '../staff/writes.ts'
import { isDeleted, noSuchUser } from './refusals.ts'
import { selectUser } from './store.ts'
import { accountIs, noteUserAction } from './writes.ts'

/**
 * Removes every second factor of another account whose owner lost them, ends its sessions and mails the owner and staff.
 * @throws Problem 404, 409 (the own account; a deleted one)
 */
export async function removeFactors(
  deps: CoreDeps,
  actor: Actor,
  userId: number,
  reason: string,
  now: number,
): Promise<void> {
  const { db } = deps
  if (userId === actor.id) throw new Problem(409, 'Remove your own factors in your profile.')
  const [[account], staff] = await db.batch([selectUser(db, userId), selectStaff(db, now)])
  if (!account) throw noSuchUser()
  if (account.deletedAt !== null) throw isDeleted()
  const notice = queueNotice(
    db,
    { staff, supportEmail: deps.config.supportEmail },
    {
      event: 'factors',
      by: nameIn(staff, actor.id),
      about: account.username,
      detail: reason,
      ip: actor.ip,
      at: now,
    },
  )
  const writes = [
    noteUserAction(db, {
      actor,
      userId,
      now,
      action: 'user.remove-factors',
      onlyIf: accountIs(userId, sql`u.deleted_at is null`),
      after: { reason },
    }),
    ...deleteFactors(db, userId),
    ...endSessions(db, { key: `sessions-end:${crypto.randomUUID()}`, userId, now }),
    ...enqueueFactorMail(db, account, { change: 'removed-by-admin' }, now),
    ...notice.writes,
  ]
  await commitAndDispatch(deps, writes, now).catch((error: unknown) => {
    throw refusedBy(error, 'audit_log', 'action') ? isDeleted() : error
  })
  sendNotice(deps, notice)
}
