import { sql } from 'drizzle-orm'
import { check, index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { cents, flag, instant, oneOf } from './columns.ts'

const DISCOUNT_TYPES = ['percentage', 'fixed_amount', 'free_product'] as const

const SCOPES = ['all', 'specific_scripts', 'subscriptions', 'one_time'] as const

const AUDIENCES = ['everyone', 'new_customers', 'owners'] as const

export const coupons = sqliteTable(
  'coupons',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    code: text('code').notNull().unique(),
    discountType: text('discount_type', { enum: DISCOUNT_TYPES }).notNull(),
    /** A fraction for percentage (0.2 = 20 %), cents for fixed_amount, 100 for free_product. */
    discountValue: real('discount_value').notNull(),
    description: text('description').notNull(),
    startDate: instant('start_date').notNull(),
    endDate: instant('end_date'),
    maxUses: integer('max_uses'),
    /** Reservations and redemptions. The CHECK below refuses one of two checkouts that race for the last use. */
    currentUses: integer('current_uses').notNull().default(0),
    maxUsesPerUser: integer('max_uses_per_user').notNull().default(1),
    minPurchaseCents: cents('min_purchase_cents').notNull().default(0),
    isActive: flag('is_active').notNull().default(true),
    appliesTo: text('applies_to', { enum: SCOPES }).notNull().default('all'),
    specificScriptIds: text('specific_script_ids', { mode: 'json' }).$type<number[]>().notNull(),
    /** The people whom it is for. The contract has the known values: a CHECK would rebuild the table. */
    audience: text('audience', { enum: AUDIENCES }).notNull().default('everyone'),
    /** For `owners`: one of these products is enough. */
    ownerScriptIds: text('owner_script_ids', { mode: 'json' }).$type<number[]>().notNull().default([]),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('coupons_created').on(t.createdAt, t.id),
    check('coupons_code', sql`length(${t.code}) between 3 and 20 and ${t.code} = upper(${t.code})`),
    check('coupons_type_known', sql`${t.discountType} in (${oneOf(DISCOUNT_TYPES)})`),
    check('coupons_scope_known', sql`${t.appliesTo} in (${oneOf(SCOPES)})`),
    check(
      'coupons_value',
      sql`case ${t.discountType} when 'percentage' then ${t.discountValue} > 0 and ${t.discountValue} <= 1 when 'fixed_amount' then ${t.discountValue} >= 1 and ${t.discountValue} = cast(${t.discountValue} as integer) else ${t.discountValue} = 100 end`,
    ),
    check(
      'coupons_uses',
      sql`${t.currentUses} >= 0 and (${t.maxUses} is null or ${t.currentUses} <= ${t.maxUses})`,
    ),
    check('coupons_per_user', sql`${t.maxUsesPerUser} >= 1`),
  ],
)
