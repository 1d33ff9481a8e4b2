import { and, eq, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { StaffRole } from '#shared/core/staff-roles.ts'
import { emailIdentity, emailKey } from '../../core/email-address.ts'
import type { Db, Write } from '../../db/client.ts'
import { refuseUnless, requireThat } from '../../db/refuse-unless.ts'
import { authTokens, sessions, users } from '../../db/schema/accounts.ts'
import { authenticatorApps, passkeys, recoveryCodes } from '../../db/schema/factors.ts'
import type { MailToWrite } from '../email/mail-rules.ts'
import { queueConfirmation, queueMail, queueMailUnlessDeleted } from '../email/writes.ts'
import {
  enqueueEmail,
  enqueueEmailOnce,
  enqueueSessionEndLater,
  enqueueSessionsEnd,
} from '../notifications/writes.ts'

export const insertUser = (db: Db, user: typeof users.$inferInsert) =>
  db.insert(users).values(user).returning({ id: users.id })

/** The id of the user whom an earlier statement of the same batch creates. */
export const idOfNew = (usernameKey: string): SQL<number> =>
  sql`(select id from users where username_key = ${usernameKey})`

type NewSession = Omit<typeof sessions.$inferInsert, 'userId'> & { userId: SQL<number> }

export const insertSession = (db: Db, session: NewSession) => db.insert(sessions).values(session)

export const deleteSession = (db: Db, sid: string) => db.delete(sessions).where(eq(sessions.sid, sid))

/** Ends a user's sessions, or those that match `which`: rows at once, sockets through the outbox under `key`. */
export const endSessions = (
  db: Db,
  end: { key: string; userId: number; which?: SQL | undefined; now: number },
): Write[] => [
  enqueueSessionsEnd(db, { key: end.key, userId: end.userId, which: end.which, now: end.now }),
  db.delete(sessions).where(and(eq(sessions.userId, end.userId), end.which)),
]

/** Gives a session another id: a copy of its cookie ends. All else of the session stays. */
export const moveSession = (
  db: Db,
  { userId, sid, to, now }: { userId: number; sid: string; to: string; now: number },
): Write[] => [
  enqueueSessionEndLater(db, { userId, sessionId: sid, now }),
  db.update(sessions).set({ sid: to }).where(eq(sessions.sid, sid)),
]

/**
 * Refuses the batch (`refusedBy`: `users.reference`) where the session has ended or has another id: of two such changes
 * at once, the second would end the session with which the first goes on.
 */
export const requireSession = (db: Db, userId: number, sid: string) =>
  requireThat(db, userId, sql`exists (select 1 from sessions s where s.sid = ${sid})`)

export const allBut = (sid: string): SQL => ne(sessions.sid, sid)
export const only = (sid: string): SQL => eq(sessions.sid, sid)

/** Links end with this batch, not with the start of its request: hashing a password takes time to mail oneself a link. */
const endsLinks = () => ({ linksValidFrom: Date.now() })

/** Sets a new password, and ends the download links that were mailed before. */
export const replacePassword = (db: Db, userId: number, password: string, now: number) =>
  db
    .update(users)
    .set({ password, ...endsLinks(), updatedAt: now })
    .where(eq(users.id, userId))

/**
 * Replaces the password that was checked, and ends the download links that were mailed before. If that password was
 * changed meanwhile, NOT NULL refuses the write, and the whole batch rolls back.
 */
export const swapPassword = (
  db: Db,
  userId: number,
  { checked, password }: { checked: string; password: string },
  now: number,
) =>
  db
    .update(users)
    .set({
      password: refuseUnless(sql`${users.password} = ${checked}`, password),
      ...endsLinks(),
      updatedAt: now,
    })
    .where(eq(users.id, userId))

/** Stores the same password hashed with today's parameters. A password that was changed meanwhile stays. */
export const renewHash = (db: Db, userId: number, hash: { old: string; renewed: string }, now: number) =>
  db
    .update(users)
    .set({ password: hash.renewed, updatedAt: now })
    .where(and(eq(users.id, userId), eq(users.password, hash.old)))
    .returning({ id: users.id })

/**
 * The id of a user whose password is still the one that was checked, else NULL. NULL rolls the batch back where the
 * password was changed or the account was closed meanwhile.
 */
export const idWhilePassword = (userId: number, checkedHash: string): SQL<number> =>
  sql`(select id from users where id = ${userId} and password = ${checkedHash} and deactivated_at is null)`

export type Factor = NonNullable<(typeof sessions.$inferSelect)['factor']>

/**
 * `idWhilePassword`, where the account has a second factor exactly if the login used one: of a login and the first
 * factor at once, no session without that factor is left.
 */
export const idWhileLogin = (userId: number, checkedHash: string, hasFactor: boolean): SQL<number> =>
  sql`(select u.id from users u where u.id = ${userId} and u.password = ${checkedHash} and u.deactivated_at is null
    and (exists (select 1 from passkeys p where p.user_id = u.id) or exists
      (select 1 from authenticator_apps a where a.user_id = u.id and a.confirmed_at is not null)) = ${hasFactor ? 1 : 0})`

/** The id of a user who is not deleted, else NULL: NULL rolls the batch back, so that no mail is sent. */
export const idWhileLive = (userId: number): SQL<number> =>
  sql`(select id from users where id = ${userId} and deleted_at is null)`

export const savePreferences = (db: Db, userId: number, preferences: Preferences, now: number) =>
  db
    .update(users)
    .set({ ...preferences, updatedAt: now })
    .where(eq(users.id, userId))

/** Ends the download links of the account and of its purchases that were made before. */
export const endDownloadLinks = (db: Db, userId: number, now: number) =>
  db
    .update(users)
    .set({ ...endsLinks(), updatedAt: now })
    .where(eq(users.id, userId))

/**
 * Ends what somebody chose for an account: the payout address, the referrer, the kinds of mail, and the second factors,
 * except those of an admin. A mailbox, perhaps of a mistyped address, must not be enough for the shop.
 */
export const forgetChoices = (db: Db, userId: number, now: number) => {
  const isCustomer = sql`exists (select 1 from users u where u.id = ${userId} and u.is_admin = 0)`
  return [
    db
      .update(users)
      .set({
        payoutAddress: null,
        referredBy: null,
        emailNotifications: true,
        promotionalEmails: true,
        newAirdrops: true,
        updatedAt: now,
      })
      .where(eq(users.id, userId)),
    ...[passkeys, authenticatorApps, recoveryCodes].map((table) =>
      db.delete(table).where(and(eq(table.userId, userId), isCustomer)),
    ),
  ]
}

/** Closes an account without changing its data, or opens it again. */
export const closeAccount = (db: Db, userId: number, now: number) =>
  db.update(users).set({ deactivatedAt: now, updatedAt: now }).where(eq(users.id, userId))
export const reopenAccount = (db: Db, userId: number, now: number) =>
  db.update(users).set({ deactivatedAt: null, updatedAt: now }).where(eq(users.id, userId))

/** Null: the account is a customer. */
export const changeRole = (db: Db, userId: number, staffRole: StaffRole | null, now: number) =>
  db
    .update(users)
    .set({ isAdmin: staffRole !== null, staffRole, updatedAt: now })
    .where(eq(users.id, userId))

/** Turns on mails about new scripts, as the owner asked. */
export const preferNews = (db: Db, userId: number, now: number) =>
  db.update(users).set({ newAirdrops: true, updatedAt: now }).where(eq(users.id, userId))

/** Turns off one kind of mail, as the owner asked. A repeated call, or one for a missing account, is no error. */
export const switchOff = (
  db: Db,
  userId: number,
  preference: 'emailNotifications' | 'promotionalEmails' | 'newAirdrops',
  now: number,
) =>
  db
    .update(users)
    .set({ [preference]: false, updatedAt: now })
    .where(eq(users.id, userId))

/** Turns off every kind of announcement for the account with this address. */
export const switchOffNews = (db: Db, emailKey: string, now: number) =>
  db
    .update(users)
    .set({ emailNotifications: false, promotionalEmails: false, newAirdrops: false, updatedAt: now })
    .where(eq(users.emailKey, emailKey))

/** Confirms the account's own address, after the link mailed to it was opened. */
export const confirmOwnEmail = (db: Db, userId: number, now: number) =>
  db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})`, updatedAt: now })
    .where(eq(users.id, userId))

/** Sets a confirmed new address. The table's unique index refuses the address of another account. */
export const adoptEmail = (db: Db, userId: number, email: string, now: number) =>
  db
    .update(users)
    .set({
      email,
      emailKey: emailKey(email),
      emailIdentity: emailIdentity(email),
      emailVerifiedAt: now,
      updatedAt: now,
    })
    .where(eq(users.id, userId))

type NewToken = Omit<typeof authTokens.$inferInsert, 'userId'> & { userId: number | SQL<number> }

export const insertToken = (db: Db, token: NewToken) => db.insert(authTokens).values(token)

/**
 * Marks a link as used. For a used, replaced or expired link NOT NULL refuses the write and the whole batch rolls back,
 * so that of two uses at once only one succeeds.
 */
export const takeToken = (db: Db, tokenHash: string, now: number) =>
  db
    .update(authTokens)
    .set({
      usedAt: now,
      userId: refuseUnless(
        sql`${authTokens.usedAt} is null and ${authTokens.expiresAt} > ${now}`,
        authTokens.userId,
      ),
    })
    .where(eq(authTokens.tokenHash, tokenHash))

/** Ends every link of a deleted account and erases its address. A link in use at that moment counts as used. */
export const forgetTokens = (db: Db, userId: number, now: number) =>
  db
    .update(authTokens)
    .set({ usedAt: sql`coalesce(${authTokens.usedAt}, ${now})`, email: '' })
    .where(eq(authTokens.userId, userId))

/** Conditions by kind of link. A verify_email link is for the account's own address or for the pending new one. */
const KINDS = {
  reset: () => eq(authTokens.purpose, 'reset_password'),
  confirmation: (email: string) => and(eq(authTokens.purpose, 'verify_email'), eq(authTokens.email, email)),
  change: (email: string) => and(eq(authTokens.purpose, 'verify_email'), ne(authTokens.email, email)),
}
export type LinkKind = keyof typeof KINDS

/** Ends the open links of these kinds. `email` is the account's present address. */
export const burnTokens = (db: Db, user: { id: number; email: string }, kinds: LinkKind[], now: number) =>
  db
    .update(authTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(authTokens.userId, user.id),
        isNull(authTokens.usedAt),
        or(...kinds.map((kind) => KINDS[kind](user.email))),
      ),
    )

type AccountMail = Extract<
  MailToWrite,
  { template: 'welcome' | 'reset-password' | 'email-change' | 'password-changed' | 'factor-changed' }
> & {
  /** Key of the mail and of its outbox message: the same mail is queued once. */
  key: string
  to: string
  userId: number | SQL<number>
  now: number
}

/** A mail and its outbox message. Both go into the batch of the change that the mail is about. */
export const enqueueAccountMail = (db: Db, { key, to, userId, now, ...mail }: AccountMail): Write[] => [
  queueMail(db, { key, to, userId, mail, now }),
  enqueueEmail(db, { key, deliveryKey: key, now }),
]

/**
 * The mail with a confirmation link, and its outbox message. Whether another account has the address is decided here in
 * the tables, so that an address takes the same statements whether it is known or not. Then the mail has no link.
 */
export const enqueueConfirmation = (
  db: Db,
  {
    link,
    to,
    account,
    now,
  }: {
    link: { key: string; nonce: string; expiresAt: number }
    to: string
    account: { id: number; username: string }
    now: number
  },
): Write[] => [
  queueConfirmation(db, {
    key: link.key,
    to,
    userId: account.id,
    data: { username: account.username, nonce: link.nonce, expiresAt: link.expiresAt },
    inUse: sql`exists (select 1 from users u where u.email_key = ${emailKey(to)} and u.id <> ${account.id})`,
    now,
  }),
  enqueueEmail(db, { key: link.key, deliveryKey: link.key, now }),
]

/** At most one mail a day tells an account that somebody tried to register with its address. */
export const enqueueAddressInUse = (
  db: Db,
  {
    key,
    account,
    now,
  }: { key: string; account: { id: number; username: string; email: string }; now: number },
): Write[] => {
  const mail = { template: 'address-in-use' as const, data: { username: account.username } }
  return [
    queueMailUnlessDeleted(db, { key, to: account.email, userId: account.id, mail, now }),
    enqueueEmailOnce(db, { key, deliveryKey: key, now }),
  ]
}

/** Deletes expired sessions and tokens, in the daily housekeeping. */
export const deleteExpired = (db: Db, now: number, idleMs: number) => [
  db.delete(sessions).where(or(lt(sessions.expire, now), lt(sessions.lastSeenAt, now - idleMs))),
  db.delete(authTokens).where(and(lt(authTokens.expiresAt, now))),
]
