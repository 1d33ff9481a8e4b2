import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { REVIEW_STATES } from '#shared/reviews/contract.ts'
import { userScripts } from './access.ts'
import { users } from './accounts.ts'
import { scripts } from './catalogue.ts'
import { instant, oneOf } from './columns.ts'

/** Reviews by buyers: one per purchase, and one per account and product. Withdrawn ones are deleted. */
export const reviews = sqliteTable(
  'reviews',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    scriptId: integer('script_id')
      .notNull()
      .references(() => scripts.id),
    /** The purchase that gives the right to it. */
    grantId: integer('grant_id')
      .notNull()
      .unique()
      .references(() => userScripts.id),
    rating: integer('rating').notNull(),
    text: text('text').notNull(),
    displayName: text('display_name').notNull(),
    state: text('state', { enum: REVIEW_STATES }).notNull().default('pending'),
    /** The number of the author's versions. A decision on an older one is refused. */
    revision: integer('revision').notNull().default(1),
    reason: text('reason'),
    answer: text('answer'),
    answeredAt: instant('answered_at'),
    createdAt: instant('created_at').notNull(),
    submittedAt: instant('submitted_at').notNull(),
    /** The latest decision to publish it. */
    publishedAt: instant('published_at'),
  },
  (t) => [
    uniqueIndex('reviews_once').on(t.userId, t.scriptId),
    index('reviews_published').on(t.scriptId, t.publishedAt, t.id).where(sql`${t.state} = 'published'`),
    index('reviews_latest').on(t.state, t.publishedAt, t.id),
    index('reviews_state').on(t.state, t.submittedAt, t.id),
    check('reviews_rating', sql`${t.rating} between 1 and 5`),
    check('reviews_state_known', sql`${t.state} in (${oneOf(REVIEW_STATES)})`),
    check('reviews_published_at', sql`${t.state} <> 'published' or ${t.publishedAt} is not null`),
    check('reviews_reason', sql`${t.state} <> 'rejected' or ${t.reason} is not null`),
  ],
)

/**
 * The number of a product's shown reviews, and the sum of their stars. Kept by triggers on reviews, grants and payments: a
 * review is shown while it is published and its purchase is paid.
 */
export const productRatings = sqliteTable('product_ratings', {
  scriptId: integer('script_id').primaryKey(),
  count: integer('count').notNull(),
  stars: integer('stars').notNull(),
})
