import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { flag, instant } from './columns.ts'

const ownerId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Passkeys (WebAuthn credentials) of an account. Only public keys are stored. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: ownerId(),
    /** The authenticator's credential id, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** The COSE public key, base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's signature counter at its last use; 0 where it keeps none. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    /** True where the passkey is synced, so that it survives the loss of one device. */
    backedUp: flag('backed_up').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId, t.id)],
)

/** The authenticator app of an account (TOTP, RFC 6238): one per account. */
export const authenticatorApps = sqliteTable('authenticator_apps', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The shared secret, encrypted with the factor key that its prefix names. */
  secret: text('secret').notNull(),
  /** Null until the first correct code: until then the app does not count. */
  confirmedAt: instant('confirmed_at'),
  /** The time step of the last accepted code. A code of this step or an earlier one is refused. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: instant('created_at').notNull(),
})

/** Codes for the loss of all factors, each for one use. Only hashes are stored. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: ownerId(),
    codeHash: text('code_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [uniqueIndex('recovery_codes_code').on(t.userId, t.codeHash)],
)

const VALUE_PURPOSES = ['passkey_registration', 'passkey_login', 'second_factor', 'link_exchange'] as const

/** Values that expire within minutes and work once: challenges, logins without their second factor, opened links. */
export const oneTimeValues = sqliteTable(
  'one_time_values',
  {
    /** SHA-256 (hex) of the value, so that a copy of this table redeems nothing. */
    hash: text('hash').primaryKey(),
    purpose: text('purpose', { enum: VALUE_PURPOSES }).notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    data: text('data', { mode: 'json' }).$type<unknown>(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('one_time_values_expires').on(t.expiresAt), index('one_time_values_user').on(t.userId)],
)

/** Events that matter to security: failed logins, refused admin calls, wrong keys, bad signatures. */
export const securityEvents = sqliteTable(
  'security_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').notNull(),
    /** The account where it is known. No reference: the event outlives the account. */
    userId: integer('user_id'),
    /** The /24 or /64 network of the request. */
    network: text('network'),
    requestId: text('request_id'),
    data: text('data', { mode: 'json' }).$type<unknown>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('security_events_created').on(t.createdAt, t.id),
    index('security_events_kind').on(t.kind, t.createdAt),
    index('security_events_user').on(t.userId, t.createdAt),
    check('security_events_kind_given', sql`${t.kind} <> ''`),
  ],
)
