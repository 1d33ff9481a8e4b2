import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { coupons, couponUsages } from '../../db/schema/coupons.ts'

/**
 * Live uses, written so that the partial indexes of the per-person limits answer it. The outer table is named in full:
 * in a select of one table a bare `id` would be the usage's own.
 */
const usesOf = (whose: SQL) =>
  sql<number>`(select count(*) from ${couponUsages} u
    where u.coupon_id = "coupons"."id" and u.state <> 'released' and ${whose})`

/** The coupon of this code, with how often this person uses it already: by mailbox and by account. */
export const findCoupon = (db: Db, code: string, person: { userId: number; emailIdentity: string }) =>
  db
    .select({
      ...getTableColumns(coupons),
      usesByMailbox: usesOf(sql`u.email_identity = ${person.emailIdentity}`).as('uses_by_mailbox'),
      usesByAccount: usesOf(sql`u.user_id = ${person.userId}`).as('uses_by_account'),
    })
    .from(coupons)
    .where(eq(coupons.code, code))
    .limit(1)
