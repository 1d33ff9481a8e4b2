import { type SQL, sql } from 'drizzle-orm'

/** The account's own mailbox, whatever address is given for the receipt. */
export const mailboxOf = (userId: number | SQL) =>
  sql`(select x.email_identity from users x where x.id = ${userId})`
