import { and, desc, eq, getTableColumns, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { loginKey } from '#shared/accounts/login-key.ts'
import type { EmailProblem } from '#shared/email/contract.ts'
import { emailProblemOf } from '#shared/email/outcome-rules.ts'
import { emailKey } from '../../core/email-address.ts'
import { aliased, type Db } from '../../db/client.ts'
import { authTokens, sessions, users } from '../../db/schema/accounts.ts'
import { emailSuppressions } from '../../db/schema/email.ts'
import { SESSION_IDLE_MS } from '../../http/session-limits.ts'
import type { AccountLinkPurpose } from '../email/account-mail-rules.ts'
import { HANDLE_LENGTH, type SessionCursor } from './session-handle-rules.ts'

export type Account = typeof users.$inferSelect

/** By username, or by email where the text has an "@" (usernames have none). Deleted accounts are absent. With the kinds of its factors. */
export async function findByLogin(db: Db, login: string) {
  const key = loginKey(login)
  const column = key.includes('@') ? users.emailKey : users.usernameKey
  const [account] = await db
    .select({
      ...getTableColumns(users),
      hasPasskey: sql<number>`exists (select 1 from passkeys p where p.user_id = users.id)`,
      hasApp: sql<number>`exists (select 1 from authenticator_apps a
        where a.user_id = users.id and a.confirmed_at is not null)`,
      hasCodes: sql<number>`exists (select 1 from recovery_codes r where r.user_id = users.id and r.used_at is null)`,
    })
    .from(users)
    .where(and(eq(column, key), isNull(users.deletedAt)))
    .limit(1)
  return account
}

export async function findByReferralCode(db: Db, code: string): Promise<Account | undefined> {
  const [account] = await db
    .select()
    .from(users)
    .where(and(eq(users.referralCode, code.trim().toUpperCase()), isLive))
    .limit(1)
  return account
}

/** An account by its id, or by its referral code. */
export async function findReferrer(db: Db, named: number | string): Promise<Account | undefined> {
  if (typeof named === 'string') return findByReferralCode(db, named)
  const [account] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, named), isLive))
    .limit(1)
  return account
}

const isLive = and(isNull(users.deactivatedAt), isNull(users.deletedAt))

/** The account that a mail to this address may open. Closed and deleted accounts are absent. */
export async function findByEmail(db: Db, email: string): Promise<Account | undefined> {
  const [account] = await db
    .select()
    .from(users)
    .where(and(eq(users.emailKey, emailKey(email)), isLive))
    .limit(1)
  return account
}

export async function findById(db: Db, id: number): Promise<Account | undefined> {
  const [account] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isLive))
    .limit(1)
  return account
}

/** The account, its pending new address, and the known problem of its present address. */
export async function findAccount(
  db: Db,
  id: number,
  now: number,
): Promise<{ account: Account; pendingEmail: string | null; emailProblem: EmailProblem | null } | undefined> {
  const [[account], [waiting], [mark]] = await db.batch([
    db.select().from(users).where(eq(users.id, id)).limit(1),
    db
      .select(aliased('token', { email: authTokens.email }))
      .from(authTokens)
      .innerJoin(users, eq(users.id, authTokens.userId))
      .where(
        and(
          eq(authTokens.userId, id),
          eq(authTokens.purpose, 'verify_email'),
          ne(authTokens.email, users.email),
          isNull(authTokens.usedAt),
          gt(authTokens.expiresAt, now),
        ),
      )
      .orderBy(desc(authTokens.id))
      .limit(1),
    db
      .select()
      .from(emailSuppressions)
      .where(sql`${emailSuppressions.emailKey} = (select u.email_key from users u where u.id = ${id})`)
      .limit(1),
  ])
  return account && { account, pendingEmail: waiting?.email ?? null, emailProblem: emailProblemOf(mark) }
}

export type LinkWithAccount = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** A mailed link and its account. Links of closed and deleted accounts are absent. */
export async function findLink(db: Db, purpose: AccountLinkPurpose, tokenHash: string) {
  const [row] = await db
    .select({ link: authTokens, account: users })
    .from(authTokens)
    .innerJoin(users, eq(users.id, authTokens.userId))
    .where(and(eq(authTokens.tokenHash, tokenHash), eq(authTokens.purpose, purpose), isLive))
    .limit(1)
  return row
}

const handle = sql<string>`substr(${sessions.sid}, 1, ${sql.raw(String(HANDLE_LENGTH))})`

/** A user's sessions that can still be used, newest first; one row more than `limit`. */
export const listSessions = (
  db: Db,
  userId: number,
  page: { limit: number; cursor?: SessionCursor | undefined },
  now: number,
) =>
  db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expire, now),
        gt(sessions.lastSeenAt, now - SESSION_IDLE_MS),
        page.cursor &&
          or(
            lt(sessions.createdAt, page.cursor.createdAt),
            and(eq(sessions.createdAt, page.cursor.createdAt), lt(handle, page.cursor.handle)),
          ),
      ),
    )
    .orderBy(desc(sessions.createdAt), desc(sessions.sid))
    .limit(page.limit + 1)

/** The stored id of the user's session that this handle names. */
export async function findSession(db: Db, userId: number, named: string): Promise<string | undefined> {
  const [row] = await db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(handle, named)))
    .limit(1)
  return row?.sid
}
