import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { scriptReleases, scripts } from './catalogue.ts'
import { flag, instant, oneOf } from './columns.ts'
import { payments } from './payments.ts'

const WAYS = ['session', 'link', 'emergency'] as const

export const downloads = sqliteTable(
  'downloads',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    paymentId: integer('payment_id').references(() => payments.id),
    scriptId: integer('script_id')
      .notNull()
      .references(() => scripts.id),
    releaseId: integer('release_id')
      .notNull()
      .references(() => scriptReleases.id),
    via: text('via', { enum: WAYS }).notNull(),
    /** The emergency link that was used. */
    emergencyLinkId: integer('emergency_link_id'),
    /** Started on the page of a guest's order, not by a mailed link. */
    onOrderPage: flag('on_order_page').notNull().default(false),
    /** The Range header of a partial request, as sent. */
    range: text('range'),
    ip: text('ip'),
    /** The network of the address: its /24 (IPv4) or /48 (IPv6). Kept as long as the address. */
    network: text('network'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('downloads_user').on(t.userId, t.createdAt),
    index('downloads_script').on(t.scriptId, t.createdAt),
    index('downloads_payment').on(t.paymentId, t.createdAt),
    index('downloads_release').on(t.releaseId, t.id),
    index('downloads_created').on(t.createdAt),
    /** For erasing them: downloads that still name their visitor. */
    index('downloads_visitor').on(t.createdAt).where(sql`${t.ip} is not null or ${t.userAgent} is not null`),
    index('downloads_emergency').on(t.emergencyLinkId).where(sql`${t.emergencyLinkId} is not null`),
    check('downloads_via_known', sql`${t.via} in (${oneOf(WAYS)})`),
  ],
)
