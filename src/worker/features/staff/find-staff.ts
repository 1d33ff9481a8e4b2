import { and, isNull, sql } from 'drizzle-orm'
import { DAY } from '#shared/core/time.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { NOTIFIED_AFTER_DAYS, type StaffMember } from './rules.ts'

/**
 * The owners and managers, with those whose role was taken or changed in the last 30 days: a thief would demote the
 * others first. Returns a query, so that a caller can batch it.
 */
export const selectStaff = (db: Db, now: number) =>
  db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(
      and(
        // Both as lists of ids: two searches by the key. As plain conditions the whole table would be read.
        sql`(${users.id} in (select u.id from users u where u.is_admin = 1 and u.created_at > 0
              and u.staff_role <> 'support')
            or ${users.id} in (select cast(substr(a.subject, 6) as integer) from audit_log a
              where a.action in ('user.demote', 'user.role') and a.created_at > ${now - NOTIFIED_AFTER_DAYS * DAY}))`,
        isNull(users.deletedAt),
      ),
    )

/** The name of a member of staff for a mail. */
export const nameIn = (staff: readonly StaffMember[], id: number): string =>
  staff.find((member) => member.id === id)?.username ?? `account #${id}`
