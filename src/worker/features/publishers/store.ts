import { and, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { StaffRole } from '#shared/core/staff-roles.ts'
import { DAY } from '#shared/core/time.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { auditLog } from '../../db/schema/admin.ts'
import { publisherKeys } from '../../db/schema/publishers.ts'
import { NOTIFIED_AFTER_DAYS } from '../staff/rules.ts'

/** More keys than a shop has in its life. */
const MOST_KEYS = 200

const nameOf = (id: typeof publisherKeys.addedBy | typeof publisherKeys.removedBy) =>
  sql<string | null>`(select u.username from users u where u.id = ${id})`

/** The admins with one of these roles. `adminSince`: since when they have that role, in epoch milliseconds. */
export const selectAdmins = (db: Db, roles: readonly StaffRole[]) =>
  db
    .select({ id: users.id, adminSince: users.adminSince })
    .from(users)
    .where(and(eq(users.isAdmin, true), inArray(users.staffRole, [...roles]), isNotNull(users.adminSince)))

/** All keys, the newest first, and the owners. One round trip. */
export async function listKeys(db: Db) {
  const [keys, admins] = await db.batch([
    db
      .select({
        key: publisherKeys,
        addedByName: nameOf(publisherKeys.addedBy).as('added_by_name'),
        removedByName: nameOf(publisherKeys.removedBy).as('removed_by_name'),
      })
      .from(publisherKeys)
      .orderBy(desc(publisherKeys.id))
      .limit(MOST_KEYS),
    selectAdmins(db, ['owner']),
  ])
  return { keys, admins }
}

/** A key, and the owners. One round trip. */
export async function findForChange(db: Db, keyId: number) {
  const [[key], admins] = await db.batch([
    db.select().from(publisherKeys).where(eq(publisherKeys.id, keyId)),
    selectAdmins(db, ['owner']),
  ])
  return { key, admins }
}

/**
 * An admin who was demoted this short ago is still notified: a thief would demote the others first, and wait until a
 * second account may confirm.
 */
const NOTIFIED_AFTER_MS = NOTIFIED_AFTER_DAYS * DAY

/** This account was demoted in the last 30 days. */
export const selectDemotion = (db: Db, userId: number, now: number) =>
  db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, `user:${userId}`),
        eq(auditLog.action, 'user.demote'),
        gt(auditLog.createdAt, now - NOTIFIED_AFTER_MS),
      ),
    )
    .limit(1)
