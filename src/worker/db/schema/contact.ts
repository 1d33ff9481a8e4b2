import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, instant } from './columns.ts'

export const contactMessages = sqliteTable(
  'contact_messages',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    newsletter: flag('newsletter').notNull().default(false),
    ip: text('ip'),
    createdAt: instant('created_at').notNull(),
    answeredAt: instant('answered_at'),
    /** The answer mailed from the back office; null where the answer was given elsewhere or none was needed. */
    answer: text('answer'),
    /** The admin. No reference: the row outlives the account. */
    answeredBy: integer('answered_by'),
  },
  (t) => [
    index('contact_messages_created').on(t.createdAt, t.id),
    index('contact_messages_open').on(t.createdAt, t.id).where(sql`${t.answeredAt} is null`),
    index('contact_messages_addresses').on(t.createdAt).where(sql`${t.ip} is not null`),
    index('contact_messages_sender').on(sql`lower(${t.email})`, t.id),
  ],
)

/** Newsletter addresses without an account. An address counts only once its owner confirmed it by mail. */
export const subscribers = sqliteTable(
  'subscribers',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    unsubscribedAt: instant('unsubscribed_at'),
  },
  (t) => [index('subscribers_confirmed').on(t.confirmedAt, t.id)],
)
