import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { auditLog } from '../../db/schema/admin.ts'

const liveUser = (usernameKey: string) =>
  and(eq(users.usernameKey, usernameKey), isNull(users.deletedAt), isNull(users.deactivatedAt))

/** No row comes back where there is no such account. */
export const promote = (db: Db, usernameKey: string, now: number) =>
  db
    .update(users)
    .set({ isAdmin: true, updatedAt: now })
    .where(liveUser(usernameKey))
    .returning({ id: users.id, username: users.username })

/** Written where `promote` finds somebody, and only there. The promoted person is the actor: they held the key. */
export const notePromotion = (db: Db, usernameKey: string, ip: string | null, now: number) =>
  db.insert(auditLog).select(
    db
      .select({
        id: sql<null>`null`.as('id'),
        actorId: users.id,
        action: sql<string>`'elevate-permissions'`.as('action'),
        subject: sql<string>`'user:' || ${users.id}`.as('subject'),
        before:
          sql<unknown>`json_object('isAdmin', json(case ${users.isAdmin} when 1 then 'true' else 'false' end))`.as(
            'before',
          ),
        after: sql<unknown>`json_object('isAdmin', json('true'))`.as('after'),
        ip: sql<string | null>`${ip}`.as('ip'),
        createdAt: sql<number>`${now}`.as('created_at'),
      })
      .from(users)
      .where(liveUser(usernameKey)),
  )
