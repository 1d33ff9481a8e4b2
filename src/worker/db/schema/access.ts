import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ACCESS_TYPES, GRANT_STATUSES } from '#shared/access/contract.ts'
import { users } from './accounts.ts'
import { scripts } from './catalogue.ts'
import { flag, instant, oneOf } from './columns.ts'
import { payments } from './payments.ts'
import { subscriptions } from './subscriptions.ts'

/**
 * Access grants. A subscription has one grant for its whole life. Whether that grant opens the product now is read from
 * the subscription, never copied here.
 */
export const userScripts = sqliteTable(
  'user_scripts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Null until a guest's purchase is attached to an account. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    scriptId: integer('script_id')
      .notNull()
      .references(() => scripts.id),
    accessType: text('access_type', { enum: ACCESS_TYPES }).notNull(),
    paymentId: integer('payment_id').references(() => payments.id),
    subscriptionId: integer('subscription_id').references(() => subscriptions.id),
    isActive: flag('is_active').notNull().default(true),
    status: text('status', { enum: GRANT_STATUSES }).notNull().default('active'),
    purchasedAt: instant('purchased_at').notNull(),
    expiresAt: instant('expires_at'),
    notes: text('notes'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    // A payment grants each of its products once.
    uniqueIndex('user_scripts_payment').on(t.paymentId, t.scriptId),
    uniqueIndex('user_scripts_subscription').on(t.subscriptionId),
    index('user_scripts_user').on(t.userId, t.scriptId),
    index('user_scripts_script').on(t.scriptId),
    /** For the reminder before a one-time purchase's updates end. */
    index('user_scripts_bought')
      .on(t.purchasedAt)
      .where(sql`${t.accessType} = 'purchase' and ${t.isActive} = 1`),
    /** For news to buyers without an account, by id. Unlike every other index, else the planner takes the other one. */
    index('user_scripts_guests').on(t.id).where(sql`ifnull(${t.userId}, 0) = 0`),
    check('user_scripts_type', sql`${t.accessType} in (${oneOf(ACCESS_TYPES)})`),
    check('user_scripts_status', sql`${t.status} in (${oneOf(GRANT_STATUSES)})`),
    check('user_scripts_active', sql`(${t.isActive} = 1) = (${t.status} = 'active')`),
    /** Every grant that is not of type `admin` or `free` has a payment. */
    check('user_scripts_paid', sql`${t.accessType} in ('admin', 'free') or ${t.paymentId} is not null`),
  ],
)

/** The products whose beta versions an account chose to get. Without a row it gets the stable ones. */
export const betaChoices = sqliteTable(
  'beta_choices',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    scriptId: integer('script_id')
      .notNull()
      .references(() => scripts.id),
    chosenAt: instant('chosen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.scriptId] })],
)

export const licences = sqliteTable(
  'licences',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    grantId: integer('grant_id')
      .notNull()
      .unique()
      .references(() => userScripts.id),
    licenceKey: text('licence_key').notNull().unique(),
    deviceLimit: integer('device_limit').notNull(),
    sameIpOnly: flag('same_ip_only').notNull(),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [check('licences_limit', sql`${t.deviceLimit} > 0`)],
)

export const activations = sqliteTable(
  'activations',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    licenceId: integer('licence_id')
      .notNull()
      .references(() => licences.id, { onDelete: 'cascade' }),
    deviceId: text('device_id').notNull(),
    ip: text('ip').notNull(),
    /** 1 … the licence's device limit. The unique index refuses one of two devices that race for the last slot. */
    slot: integer('slot').notNull(),
    activatedAt: instant('activated_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (t) => [
    uniqueIndex('activations_device').on(t.licenceId, t.deviceId),
    uniqueIndex('activations_slot').on(t.licenceId, t.slot),
  ],
)
