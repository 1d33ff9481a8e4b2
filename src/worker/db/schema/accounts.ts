import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { STAFF_ROLES } from '#shared/core/staff-roles.ts'
import { flag, instant, oneOf } from './columns.ts'

const FACTORS = ['passkey', 'app', 'recovery_code'] as const

const TOKEN_PURPOSES = ['verify_email', 'reset_password'] as const

export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Random, set by a trigger, never reused. Names the account's hub, which outlives a restore of this table. */
    reference: text('reference').notNull().default('').unique(),
    username: text('username').notNull(),
    /** Lower-cased, for uniqueness and login. */
    usernameKey: text('username_key').notNull().unique(),
    /** The name with look-alike characters folded (UTS 39); null for an account older than this column, until the daily job fills it. */
    usernameSkeleton: text('username_skeleton'),
    email: text('email').notNull(),
    /** Lower-cased address, for uniqueness and login. */
    emailKey: text('email_key').notNull().unique(),
    /** One key per mailbox (plus tags and provider aliases folded), for per-person limits. */
    emailIdentity: text('email_identity').notNull(),
    emailVerifiedAt: instant('email_verified_at'),
    /** Argon2id PHC string over the peppered password. */
    password: text('password').notNull(),
    isAdmin: flag('is_admin').notNull().default(false),
    /** Since when the account is an admin with this role, kept by triggers; null: it is none. */
    adminSince: instant('admin_since'),
    /** What an admin may do, kept by triggers: an admin without a role becomes an owner; null: the account is none. */
    staffRole: text('staff_role', { enum: STAFF_ROLES }),
    referralCode: text('referral_code').notNull().unique(),
    /** The version of the terms that was accepted at the registration; null: before versions. */
    termsVersion: text('terms_version'),
    referredBy: integer('referred_by').references((): AnySQLiteColumn => users.id, { onDelete: 'set null' }),
    emailNotifications: flag('email_notifications').notNull().default(true),
    promotionalEmails: flag('promotional_emails').notNull().default(true),
    newAirdrops: flag('new_airdrops').notNull().default(true),
    /** The destination of the monthly payout of commissions: an address for USDC on Base. */
    payoutAddress: text('payout_address'),
    /** Download links that were made before do not work: a changed password or an emergency ended them. */
    linksValidFrom: instant('links_valid_from'),
    deactivatedAt: instant('deactivated_at'),
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('users_email_identity').on(t.emailIdentity),
    index('users_username_skeleton').on(t.usernameSkeleton),
    index('users_referred_by').on(t.referredBy),
    index('users_created').on(t.createdAt, t.id),
    index('users_admins').on(t.createdAt, t.id).where(sql`${t.isAdmin} = 1`),
    index('users_deactivated').on(t.createdAt, t.id).where(sql`${t.deactivatedAt} is not null`),
    index('users_deleted_at').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    index('users_deleted').on(t.createdAt, t.id).where(sql`${t.deletedAt} is not null`),
    /** For searches among closed accounts. */
    index('users_deactivated_names').on(t.usernameKey).where(sql`${t.deactivatedAt} is not null`),
    index('users_deactivated_addresses').on(t.emailKey).where(sql`${t.deactivatedAt} is not null`),
    index('users_deleted_names').on(t.usernameKey).where(sql`${t.deletedAt} is not null`),
    index('users_deleted_addresses').on(t.emailKey).where(sql`${t.deletedAt} is not null`),
    check('users_referral_code_length', sql`length(${t.referralCode}) = 8`),
  ],
)

/** Internal notes of admins about an account. */
export const userNotes = sqliteTable(
  'user_notes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('user_notes_user').on(t.userId, t.id)],
)

/** `sid` is the SHA-256 (hex) of the cookie's token, so that a copy of this table opens no session. */
export const sessions = sqliteTable(
  'sessions',
  {
    sid: text('sid').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sess: text('sess', { mode: 'json' }).$type<{ ip: string | null; userAgent: string | null }>().notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** The last proof of identity in this session; null: the login, which is `createdAt`. */
    authenticatedAt: instant('authenticated_at'),
    /** The network and browser of that proof; null: those of the login. */
    authenticatedFrom: text('authenticated_from', { mode: 'json' }).$type<{
      ip: string | null
      userAgent: string | null
    }>(),
    /** The second factor that this session was opened with; null: the password alone. */
    factor: text('factor', { enum: FACTORS }),
    /** The absolute end; an idle end comes earlier, see http/session-limits. */
    expire: instant('expire').notNull(),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    index('sessions_expire').on(t.expire),
    index('sessions_last_seen').on(t.lastSeenAt),
  ],
)

export const authTokens = sqliteTable(
  'auth_tokens',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: TOKEN_PURPOSES }).notNull(),
    tokenHash: text('token_hash').notNull(),
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    uniqueIndex('auth_tokens_hash').on(t.tokenHash),
    index('auth_tokens_user').on(t.userId, t.purpose),
    index('auth_tokens_expires').on(t.expiresAt),
    check('auth_tokens_purpose_known', sql`${t.purpose} in (${oneOf(TOKEN_PURPOSES)})`),
  ],
)
