import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Elevate } from '#shared/accounts/contract.ts'
import { loginKey } from '#shared/accounts/rules.ts'
import type { AuditAction } from '#shared/audit/contract.ts'
import { Problem } from '../../core/problem.ts'
import { hmacSha256, verifyHmacSha256 } from '../../core/tokens.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { auditLog } from '../../db/schema/admin.ts'
import type { Config } from '../../providers/config.ts'

const NOBODY = ''

/**
 * Makes an account an admin for anyone who has ADMIN_KEY. A wrong name and a wrong key take the same work and get the same
 * answer; keys are compared in constant time. Without the secret the call does not exist (routes).
 * @throws Problem 403
 */
export async function elevatePermissions(
  deps: { db: Db; config: Config },
  input: Elevate,
  ip: string | null,
  now: number,
): Promise<{ username: string }> {
  const { adminKey, linkSigningKey } = deps.config
  const proof = await hmacSha256(linkSigningKey, `admin-key:${adminKey}`)
  const hasKey =
    adminKey !== null && (await verifyHmacSha256(linkSigningKey, `admin-key:${input.adminKey}`, proof))
  const key = hasKey ? loginKey(input.username) : NOBODY
  // The note reads the role as it was, so it comes first.
  const [, [promoted]] = await deps.db.batch([
    notePromotion(deps.db, key, ip, now),
    promote(deps.db, key, now),
  ])
  if (!promoted) throw new Problem(403, 'Access denied')
  return { username: promoted.username }
}

const ELEVATED: AuditAction = 'elevate-permissions'

const liveUser = (usernameKey: string) =>
  and(eq(users.usernameKey, usernameKey), isNull(users.deletedAt), isNull(users.deactivatedAt))

/** No row comes back where there is no such account. */
const promote = (db: Db, usernameKey: string, now: number) =>
  db
    .update(users)
    .set({ isAdmin: true, updatedAt: now })
    .where(liveUser(usernameKey))
    .returning({ id: users.id, username: users.username })

/** Written where `promote` finds somebody, and only there. The promoted person is the actor: they had the key. */
const notePromotion = (db: Db, usernameKey: string, ip: string | null, now: number) =>
  db.insert(auditLog).select(
    db
      .select({
        id: sql<null>`null`.as('id'),
        actorId: users.id,
        action: sql<string>`${ELEVATED}`.as('action'),
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
