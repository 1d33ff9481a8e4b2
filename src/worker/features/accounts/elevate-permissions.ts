import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Elevate } from '#shared/accounts/contract.ts'
import { loginKey } from '#shared/accounts/login-key.ts'
import type { AuditAction } from '#shared/audit/contract.ts'
import { Problem, type SecurityEvent } from '../../core/problem.ts'
import { hmacSha256, verifyHmacSha256 } from '../../core/tokens.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { auditLog } from '../../db/schema/admin.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { selectStaff } from '../staff/find-staff.ts'
import { sendNotice } from '../staff/send-notice.ts'
import { queueNoticeWhere } from '../staff/writes.ts'
import { endSessions } from './writes.ts'

const NOBODY = ''

/**
 * Makes an account an owner for anyone who has ADMIN_KEY. A wrong name and a wrong key take the same work and get the
 * same response; keys are compared in constant time. Without the secret the route answers 404 (elevate-routes.ts).
 * All sessions of the account end: its next login is an admin's (050).
 * @throws Problem 403, 409 the right key, but an address that its owner never confirmed
 */
export async function elevatePermissions(
  deps: CoreDeps,
  input: Elevate,
  ip: string | null,
  now: number,
): Promise<{ username: string }> {
  const { db, config } = deps
  const { adminKey, linkSigningKey } = config
  const proof = await hmacSha256(linkSigningKey, `admin-key:${adminKey}`)
  const hasKey =
    adminKey !== null && (await verifyHmacSha256(linkSigningKey, `admin-key:${input.adminKey}`, proof))
  const key = hasKey ? loginKey(input.username) : NOBODY
  const to = { staff: await selectStaff(db, now), supportEmail: config.supportEmail }
  const notice = queueNoticeWhere(
    db,
    to,
    { event: 'admin-key', by: ADMIN_KEY, about: input.username, detail: null, ip, at: now },
    {
      occasion: crypto.randomUUID(),
      which: sql`exists ${db.select({ id: users.id }).from(users).where(promotable(key))}`,
    },
  )
  // The audit entry reads the role before the change, so it comes first.
  const [, [promoted]] = await db.batch([
    notePromotion(db, key, ip, now),
    promote(db, key, now),
    ...notice.writes,
  ])
  if (!promoted) {
    const [unconfirmed] = await db.select({ id: users.id }).from(users).where(openAccount(key))
    throw unconfirmed
      ? new Problem(409, 'Confirm this account’s email address first, with the link that we mailed to it.')
      : new Problem(403, 'Access denied', { event: refusal(hasKey) })
  }
  sendNotice(deps, notice)
  // After the promotion, because only it knows the account. Where this fails, the call is repeated.
  const end = { key: `role:${crypto.randomUUID()}`, userId: promoted.id, now }
  await commitAndDispatch(deps, endSessions(db, end), now)
  return { username: promoted.username }
}

const refusal = (hasKey: boolean): SecurityEvent => ({
  kind: 'admin_key_wrong',
  userId: null,
  ...(hasKey && { detail: 'right key, unknown account' }),
})

const ELEVATED: AuditAction = 'elevate-permissions'
const ADMIN_KEY = 'admin key'

const openAccount = (usernameKey: string) =>
  and(eq(users.usernameKey, usernameKey), isNull(users.deletedAt), isNull(users.deactivatedAt))

/** The owner of a mistyped address could reset an admin's password: only a confirmed account becomes one. */
const promotable = (usernameKey: string) => and(openAccount(usernameKey), isNotNull(users.emailVerifiedAt))

/** Returns no row where there is no such account. */
const promote = (db: Db, usernameKey: string, now: number) =>
  db
    .update(users)
    .set({ isAdmin: true, staffRole: 'owner', updatedAt: now })
    .where(promotable(usernameKey))
    .returning({ id: users.id, username: users.username })

/** The audit entry, written only where `promote` finds an account. That account is the actor: its owner had the key. */
const notePromotion = (db: Db, usernameKey: string, ip: string | null, now: number) =>
  db.insert(auditLog).select(
    db
      .select({
        id: sql<null>`null`.as('id'),
        actorId: users.id,
        via: sql<string>`${ADMIN_KEY}`.as('via'),
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
      .where(promotable(usernameKey)),
  )
