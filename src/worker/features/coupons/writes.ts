import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Write } from '../../db/client.ts'
import { refuseUnless } from '../../db/refuse-unless.ts'
import { couponUsages } from '../../db/schema/coupon-usages.ts'
import { coupons } from '../../db/schema/coupons.ts'
import { syncUses } from '../identity/writes.ts'
import { isCustomer, ownsOneOf } from './audience-store.ts'
import { RESERVATIONS_PER_NETWORK } from './rules.ts'
import { type Person, provenMailboxOf, reservedOnNetwork, usesOfMailbox } from './store.ts'

export const insertCoupon = (db: Db, coupon: typeof coupons.$inferInsert & { id: number }) =>
  db.insert(coupons).values(coupon)

/** Rows of one statement: D1 allows 100 bound parameters. */
const ROWS = 4

export const insertCoupons = (db: Db, rows: (typeof coupons.$inferInsert & { id: number })[]) =>
  Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, part) =>
    db.insert(coupons).values(rows.slice(part * ROWS, (part + 1) * ROWS)),
  )

/** Changes only the coupon that was read: where another admin changed it meanwhile, NOT NULL refuses the batch. */
export const changeCoupon = (
  db: Db,
  seen: { id: number; updatedAt: number },
  change: Partial<typeof coupons.$inferInsert>,
  now: number,
) =>
  db
    .update(coupons)
    .set({
      ...change,
      updatedAt: refuseUnless(
        sql`${coupons.updatedAt} = ${seen.updatedAt}`,
        sql<number>`max(${now}, ${coupons.updatedAt} + 1)`,
      ),
    })
    .where(eq(coupons.id, seen.id))

export const deleteCoupon = (db: Db, id: number) => db.delete(coupons).where(eq(coupons.id, id))

/**
 * The lowest free number among this person's live uses; null where none is free. With these numbers the unique indexes
 * enforce the limits for any number of callers at once.
 */
const lowestFree = (column: 'identity_use' | 'account_use', couponId: SQL, whose: SQL) => {
  const number = sql.raw(`u.${column}`)
  const taken = (what: SQL) =>
    sql`select ${what} from coupon_usages u where u.coupon_id = ${couponId} and ${whose} and u.state <> 'released'`
  return sql<number>`(select min(n) from (select 1 as n union ${taken(sql`${number} + 1`)})
    where n <= (select c.max_uses_per_user from coupons c where c.id = ${couponId}) and n not in (${taken(number)}))`
}

/** Whether this person still is among those that the coupon is for. */
function isForPerson(
  { audience, ownerScriptIds }: Reservation['coupon'],
  { userId, emailIdentity }: Person,
  now: number,
): SQL {
  switch (audience) {
    case 'everyone':
      return sql`1 = 1`
    case 'new_customers':
      return sql`not ${isCustomer({ userId: sql`${userId}`, identity: sql`${emailIdentity}`, besides: sql`null` })}`
    case 'owners':
      return ownsOneOf(userId, sql`${JSON.stringify(ownerScriptIds)}`, now)
  }
}

export type Reservation = {
  /** The reference of the payment that is inserted earlier in the batch. */
  reference: string
  coupon: Pick<
    typeof coupons.$inferSelect,
    'id' | 'updatedAt' | 'maxUses' | 'maxUsesPerUser' | 'audience' | 'ownerScriptIds'
  >
  person: Person
  originalCents: number
  discountCents: number
  finalCents: number
}

/**
 * Reserves a use for a payment that is inserted earlier in the batch. The use is reserved as long as the payment may be
 * paid. The tables refuse the batch where the coupon is used up (the CHECK `coupons_uses`), was changed, switched off
 * or ended since it was read (`current_uses` is null), or this person or their network has reached its limit
 * (`identity_use` is null).
 */
export function reserveUse(db: Db, reservation: Reservation, now: number): Write[] {
  const { coupon, person } = reservation
  const couponId = sql`${coupon.id}`
  const ofMailbox = lowestFree(
    'identity_use',
    couponId,
    sql`u.email_identity = ${provenMailboxOf(person.userId)}`,
  )
  const ofAccount = lowestFree('account_use', couponId, sql`u.user_id = ${person.userId}`)
  const usesByAddress = usesOfMailbox(couponId, {
    identity: sql`${person.emailIdentity}`,
    userId: sql`${person.userId}`,
  })
  const networkHasRoom =
    coupon.maxUses === null || person.network === null
      ? sql`1 = 1`
      : sql`${reservedOnNetwork(couponId, person.network, sql`null`)} < ${RESERVATIONS_PER_NETWORK}`
  return [
    db
      .update(coupons)
      .set({
        currentUses: refuseUnless(
          sql`${coupons.isActive} = 1 and ${coupons.startDate} <= ${now}
            and (${coupons.endDate} is null or ${coupons.endDate} > ${now}) and ${coupons.updatedAt} = ${coupon.updatedAt}`,
          sql<number>`${coupons.currentUses} + 1`,
        ),
      })
      .where(eq(coupons.id, coupon.id)),
    db.insert(couponUsages).values({
      couponId: coupon.id,
      userId: person.userId,
      emailIdentity: provenMailboxOf(person.userId),
      identityUse: refuseUnless(
        sql`${usesByAddress} < ${coupon.maxUsesPerUser} and ${ofAccount} is not null and ${networkHasRoom}
          and ${isForPerson(coupon, person, now)}`,
        ofMailbox,
      ),
      accountUse: ofAccount,
      network: person.network,
      state: 'held',
      paymentId: sql`(select p.id from payments p where p.reference = ${reservation.reference})`,
      discountCents: reservation.discountCents,
      originalCents: reservation.originalCents,
      finalCents: reservation.finalCents,
      appliedAt: now,
    }),
  ]
}

/**
 * True for a payment that failed, expired or was refunded in full. While part of the money is unapplied, a payment
 * keeps its price, and so its coupon.
 */
const isGone = sql`((p.status in ('failed', 'expired') and p.received_cents = 0) or p.status = 'refunded'
  or (p.refunded_cents > 0 and p.refunded_cents = p.amount_cents))`
const isMade = sql`(p.status in ('completed', 'partially_refunded', 'disputed') and not ${isGone})`

const paymentIs = (paymentId: number, which: SQL) =>
  sql`exists (select 1 from payments p where p.id = ${paymentId} and ${which})`

const couponOf = (paymentId: number, state: SQL) =>
  sql`(select u.coupon_id from coupon_usages u where u.payment_id = ${paymentId} and ${state})`

const ofUse = sql`"coupon_usages"."coupon_id"`
/** The numbers that a released use of the outer query would get if taken again; null where none is free. */
const ofMailboxAgain = lowestFree(
  'identity_use',
  ofUse,
  sql`u.email_identity = "coupon_usages"."email_identity"`,
)
const ofAccountAgain = lowestFree('account_use', ofUse, sql`u.user_id = "coupon_usages"."user_id"`)

const usesByReceipt = usesOfMailbox(ofUse, {
  identity: sql`(select o.email_identity from payments o where o.id = "coupon_usages"."payment_id")`,
  userId: sql`"coupon_usages"."user_id"`,
})

const isCustomerBesides = isCustomer({
  userId: sql`"coupon_usages"."user_id"`,
  identity: sql`(select o.email_identity from payments o where o.id = "coupon_usages"."payment_id")`,
  besides: sql`"coupon_usages"."payment_id"`,
})

/**
 * Whether a released use can be taken again: the coupon is not used up, neither its person nor the address of the
 * receipt has reached the limit, and a coupon for new customers is still this person's first order.
 */
export const hasRoomAgain = sql`(exists (select 1 from coupons c where c.id = ${ofUse}
    and (c.max_uses is null or c.current_uses < c.max_uses) and ${usesByReceipt} < c.max_uses_per_user
    and (c.audience <> 'new_customers' or not ${isCustomerBesides}))
  and ${isNotNull(ofMailboxAgain)} and ${or(isNull(couponUsages.userId), isNotNull(ofAccountAgain))})`

/** Whether this payment has a released use that it could take again. */
export const canRetake = (paymentId: number) =>
  sql`exists (select 1 from coupon_usages where coupon_usages.payment_id = ${paymentId}
    and coupon_usages.state = 'released' and ${hasRoomAgain})`

/**
 * Takes a released use again where the limits allow it, and reserves it like the use of an open order. Must be written
 * only where the payment may have the use, and once: a use that is reserved already would be counted twice.
 */
const takeAgain = (db: Db, paymentId: number, when: SQL): Write[] => [
  db
    .update(couponUsages)
    .set({
      state: 'held',
      identityUse: ofMailboxAgain,
      accountUse: sql`case when ${couponUsages.userId} is null then ${couponUsages.accountUse} else ${ofAccountAgain} end`,
    })
    .where(
      and(eq(couponUsages.paymentId, paymentId), eq(couponUsages.state, 'released'), when, hasRoomAgain),
    ),
  db
    .update(coupons)
    .set({ currentUses: sql`${coupons.currentUses} + 1` })
    .where(and(eq(coupons.id, couponOf(paymentId, sql`u.state = 'held'`)), when)),
]

/** The same for an order whose money came after its use was released: the order keeps its price. */
export const retakeUse = (db: Db, paymentId: number): Write[] => takeAgain(db, paymentId, sql`1 = 1`)

/**
 * Redeems the reserved use of this payment. Written after the payment in its batch. A payment may be made after its use
 * was released (for example, its refund failed): then the use is taken again if the limits still allow it. If not, the
 * use stays released. Nothing here may stop the settlement of money that matches the price.
 */
export function redeemUse(db: Db, paymentId: number): Write[] {
  const made = paymentIs(paymentId, isMade)
  const redeem = () =>
    db
      .update(couponUsages)
      .set({
        state: 'redeemed',
        network: null,
        subscriptionId: sql`(select p.subscription_id from payments p where p.id = ${paymentId})`,
      })
      .where(and(eq(couponUsages.paymentId, paymentId), eq(couponUsages.state, 'held'), made))
  // After the first redeem() only a use that takeAgain() has counted is reserved: the last redeem() redeems it.
  const isReduced = sql`p.discount_cents > 0`
  return [
    redeem(),
    ...takeAgain(db, paymentId, paymentIs(paymentId, sql`${isMade} and ${isReduced}`)),
    redeem(),
    syncUses(db, paymentId),
  ]
}

/**
 * Releases the use of a payment that failed, expired or was refunded in full. Written after the payment in its batch,
 * any number of times. If the refund fails later, the use is taken again.
 */
export function releaseUse(db: Db, paymentId: number): Write[] {
  const gone = paymentIs(paymentId, isGone)
  return [
    db
      .update(coupons)
      .set({ currentUses: sql`${coupons.currentUses} - 1` })
      .where(and(eq(coupons.id, couponOf(paymentId, sql`u.state <> 'released'`)), gone)),
    db
      .update(couponUsages)
      .set({ state: 'released', network: null })
      .where(and(eq(couponUsages.paymentId, paymentId), ne(couponUsages.state, 'released'), gone)),
    ...redeemUse(db, paymentId),
  ]
}
