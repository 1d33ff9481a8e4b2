import { and, eq, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db, Write } from '../../db/client.ts'
import { refuseUnless } from '../../db/refuse-unless.ts'
import { couponUsages } from '../../db/schema/coupon-usages.ts'
import { identityUses } from '../../db/schema/identity.ts'
import { payments } from '../../db/schema/payments.ts'
import { FIRST_ORDER_OFFER, type Mark, TRIAL_OFFER } from './marks-rules.ts'

export type Claim = {
  offer: string
  marks: readonly Mark[]
  /** The uses that one person has, an SQL value; null: the use is only recorded, because another rule has the limit. */
  limit: SQL | null
  paymentId: number
}

/**
 * Records the use of an offer under each mark, with the lowest free number of that mark. Where the number would be above
 * the limit, the table refuses the whole batch (`identity_uses.number`); of two simultaneous batches the unique index
 * refuses one (`identity_uses`).
 */
export const claimUses = (db: Db, { offer, marks, limit, paymentId }: Claim, now: number): Write[] =>
  marks.map(({ kind, identity }) => {
    const taken = (what: SQL) =>
      sql`select ${what} from identity_uses i where i.offer = ${offer} and i.identity = ${identity} and i.is_live = 1`
    const free = sql<number>`(select min(n) from (select 1 as n union ${taken(sql`i.number + 1`)})
      where n not in (${taken(sql`i.number`)}))`
    return db.insert(identityUses).values({
      offer,
      kind,
      identity,
      number: limit === null ? free : refuseUnless(sql`${free} <= ${limit}`, free),
      paymentId,
      createdAt: now,
    })
  })

/** Notes that the marks of a payment's coupon use are stored. */
export const noteMarked = (db: Db, paymentId: number): Write =>
  db.update(couponUsages).set({ isMarked: true }).where(eq(couponUsages.paymentId, paymentId))

/**
 * Makes the marks of a payment follow its coupon use: not live while it is released. Written after the use in its batch.
 * Where a use is live again and its number was taken meanwhile, the mark stays as it is.
 */
export const syncUses = (db: Db, paymentId: number): Write => {
  const live = sql`exists (select 1 from coupon_usages u where u.payment_id = ${paymentId} and u.state <> 'released')`
  return db
    .update(identityUses)
    .set({ isLive: live })
    .where(
      and(
        eq(identityUses.paymentId, paymentId),
        notInArray(identityUses.offer, [TRIAL_OFFER, FIRST_ORDER_OFFER]),
        sql`(not ${live} or not exists (select 1 from identity_uses o where o.offer = identity_uses.offer
          and o.identity = identity_uses.identity and o.number = identity_uses.number and o.is_live = 1
          and o.id <> identity_uses.id))`,
      ),
    )
}

/** Deletes the marks of an account. Those of its mailbox and cards stay: deleting an account is no second first time. */
export const forgetAccountMarks = (db: Db, userId: number): Write =>
  db
    .delete(identityUses)
    .where(
      and(
        eq(identityUses.kind, 'account'),
        inArray(
          identityUses.paymentId,
          db.select({ id: payments.id }).from(payments).where(eq(payments.userId, userId)),
        ),
      ),
    )

/** Deletes all marks of uses before this time. */
export const forgetUses = (db: Db, before: number) =>
  db.delete(identityUses).where(lt(identityUses.createdAt, before))
