import { and, asc, desc, eq, getTableColumns, gte, or, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '../../db/account-batch.ts'
import type { Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { startsWith } from '../../db/prefix.ts'
import { users } from '../../db/schema/accounts.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { couponUsages } from '../../db/schema/coupon-usages.ts'
import { coupons } from '../../db/schema/coupons.ts'
import { payments } from '../../db/schema/payments.ts'
import { before, type Moment } from '../../http/moment-paging.ts'
import { isCustomer, ownsOneOf } from './audience-store.ts'
import { mailboxOf } from './mailbox-store.ts'
import type { Coupon } from './rules.ts'

export type CouponRow = typeof coupons.$inferSelect

/**
 * The user of a coupon: the account, the mailbox for the receipt, and the /24 or /64 network of the request (null: none
 * is counted).
 */
export type Person = { userId: number; emailIdentity: string; network: string | null }

/**
 * The mailbox under which a reservation of this account counts. An address that was never confirmed may be a
 * stranger's, whose use nobody else may take: until then the account counts as itself.
 */
export const provenMailboxOf = (userId: number) =>
  sql`(select case when x.email_verified_at is null then 'account:' || x.id else x.email_identity end
    from users x where x.id = ${userId})`

/** The number of unpaid reservations of a coupon from one network. */
export const reservedOnNetwork = (couponId: SQL, network: string | null, besides: SQL) =>
  sql<number>`(select count(*) from coupon_usages u where u.coupon_id = ${couponId} and u.network = ${network}
    and u.state = 'held' and coalesce(u.payment_id, 0) is not ${besides})`

/** The number of live uses of an account, written so that the query uses the partial index of the limit. */
const usesOfAccount = (couponId: SQL, userId: SQL, besides: SQL, which = sql`1 = 1`) =>
  sql<number>`(select count(*) from coupon_usages u where u.coupon_id = ${couponId} and u.user_id = ${userId}
    and u.state <> 'released' and ${which} and coalesce(u.payment_id, 0) is not ${besides})`

/**
 * The number of live uses that count against a mailbox: as an account's own mailbox, and as the address of a receipt. A
 * receipt address that another account gave counts once it is paid, and never against the account whose mailbox it is:
 * otherwise anyone could use up a stranger's coupon.
 */
export const usesOfMailbox = (
  couponId: SQL,
  { identity, userId }: { identity: SQL; userId: SQL },
  besides = sql`null`,
) =>
  sql<number>`(select count(*) from (
    select u.id from coupon_usages u where u.coupon_id = ${couponId} and u.email_identity = ${identity}
      and u.state <> 'released' and coalesce(u.payment_id, 0) is not ${besides}
    union select u.id from payments p cross join coupon_usages u where p.email_identity = ${identity}
      and (coalesce(p.user_id, ${userId}) is ${userId}
        or (u.state = 'redeemed' and ${identity} is not ${mailboxOf(userId)}))
      and u.payment_id = p.id and u.coupon_id = ${couponId} and u.state <> 'released' and p.id is not ${besides}))`

/** The same in a statement. `emailIdentity`: null for the account's own mailbox. */
type PersonIn = { userId: UserId; emailIdentity: string | null; network: string | null }

/**
 * A coupon, with this person's number of uses. Their open checkout of this product does not count, because that
 * checkout is resumed, or closed before another one opens (`ownReservation` is its use, 0 or 1).
 */
const findFor = (
  db: Db,
  which: SQL,
  { userId: account, emailIdentity, network }: PersonIn,
  scriptId: number,
  now: number,
) => {
  const id = sql`"coupons"."id"`
  // Named once: the SQL of a session's account has six parameters, and D1 allows 100 in a statement.
  const asker = db
    .$with('asker')
    .as(db.select({ id: sql<number>`${account}`.as('id') }).from(sql`(select 1)`))
  const userId = sql`(select a.id from asker a)`
  const identity = emailIdentity === null ? mailboxOf(userId) : sql`${emailIdentity}`
  const open = sql`(select o.id from payments o where o.user_id = ${userId} and o.script_id = ${scriptId}
    and o.status = 'pending')`
  return db
    .with(asker)
    .select({
      ...getTableColumns(coupons),
      usesByAccount: usesOfAccount(id, userId, open).as('uses_by_account'),
      usesByMailbox: usesOfMailbox(id, { identity: mailboxOf(userId), userId }, open).as('uses_by_mailbox'),
      usesByAddress: usesOfMailbox(id, { identity, userId }, open).as('uses_by_address'),
      heldByAccount: usesOfAccount(id, userId, open, sql`u.state = 'held'`).as('held_by_account'),
      reservedOnNetwork: reservedOnNetwork(id, network, open).as('reserved_on_network'),
      isConfirmed: sql<number>`exists (select 1 from users x where x.id = ${userId}
        and x.email_verified_at is not null)`.as('is_confirmed'),
      isCustomer: isCustomer({ userId, identity, besides: open }).as('is_customer'),
      isOwner: ownsOneOf(userId, sql`"coupons"."owner_script_ids"`, now).as('is_owner'),
      ownReservation: sql<number>`(select count(*) from coupon_usages u where u.payment_id = ${open}
        and u.coupon_id = ${id} and u.state <> 'released')`.as('own_hold'),
    })
    .from(coupons)
    .where(which)
    .limit(1)
}

export const findByCode = (db: Db, code: string, person: PersonIn, scriptId: number, now: number) =>
  findFor(db, eq(coupons.code, code), person, scriptId, now)

export const findByIdFor = (db: Db, id: number, person: Person, scriptId: number, now: number) =>
  findFor(db, eq(coupons.id, id), person, scriptId, now)

export type FoundCoupon = Awaited<ReturnType<typeof findByCode>>[number]

export async function findCoupon(db: Db, id: number): Promise<CouponRow | undefined> {
  const [row] = await db.select().from(coupons).where(eq(coupons.id, id)).limit(1)
  return row
}

type Page = { limit: number; cursor?: Moment | undefined }

/** Newest first, or with `q` the coupons whose code begins with `q`, ordered by code; one row more than `limit`. */
export function listCoupons(db: Db, { limit, cursor, q }: Page & { q?: string | undefined }) {
  const all = db.select().from(coupons).$dynamic()
  const listed = q
    ? all.where(beginsWith(q.toUpperCase(), cursor)).orderBy(coupons.code)
    : all
        .where(before(coupons.createdAt, coupons.id, cursor))
        .orderBy(desc(coupons.createdAt), desc(coupons.id))
  return listed.limit(limit + 1)
}

/** The next page of a search starts after the code of the last coupon on the previous page. */
const beginsWith = (q: string, cursor: Moment | undefined) =>
  cursor
    ? sql`${coupons.code} > (select c.code from coupons c where c.id = ${cursor.id})
        and ${coupons.code} < ${`${q}\u{10FFFF}`}`
    : startsWith(coupons.code, q)

/** The uses of a coupon, newest first; one row more than `limit`. */
export const listUsages = (db: Db, couponId: number, { limit, cursor }: Page) =>
  db
    .select({
      id: couponUsages.id,
      createdAt: couponUsages.appliedAt,
      usage: couponUsages,
      user: { id: users.id, username: users.username, email: users.email },
      receiptTo: payments.email,
      product: { id: scripts.id, name: scripts.name },
    })
    .from(couponUsages)
    .leftJoin(users, eq(users.id, couponUsages.userId))
    .leftJoin(payments, eq(payments.id, couponUsages.paymentId))
    .leftJoin(scripts, eq(scripts.id, payments.scriptId))
    .where(and(eq(couponUsages.couponId, couponId), before(couponUsages.appliedAt, couponUsages.id, cursor)))
    .orderBy(desc(couponUsages.appliedAt), desc(couponUsages.id))
    .limit(limit + 1)

export type UsageRow = Awaited<ReturnType<typeof listUsages>>[number]

/** The buyer's own purchase with this payment or subscription id, with its use; one with this coupon comes first. */
export const listOwnUses = (
  db: Db,
  userId: number,
  input: {
    couponId: number
    paymentId?: number | null | undefined
    subscriptionId?: number | null | undefined
  },
) =>
  db
    .select({
      scriptId: payments.scriptId,
      subscriptionOfPayment: payments.subscriptionId,
      usage: couponUsages,
    })
    .from(payments)
    .leftJoin(couponUsages, eq(couponUsages.paymentId, payments.id))
    .where(
      and(
        eq(payments.userId, userId),
        or(
          input.paymentId == null ? undefined : eq(payments.id, input.paymentId),
          input.subscriptionId == null ? undefined : eq(payments.subscriptionId, input.subscriptionId),
        ),
      ),
    )
    .orderBy(desc(sql`${couponUsages.couponId} = ${input.couponId}`), payments.id)
    .limit(1)

/** The product of the lowest price that the coupon applies to. */
export async function findCheapest(
  db: Db,
  coupon: Pick<Coupon, 'appliesTo' | 'specificScriptIds' | 'minPurchaseCents'>,
) {
  const scope = {
    all: undefined,
    subscriptions: eq(scripts.isSubscription, true),
    one_time: eq(scripts.isSubscription, false),
    specific_scripts: inList(scripts.id, coupon.specificScriptIds),
  }
  const [cheapest] = await db
    .select({
      scriptId: scripts.id,
      isSubscription: scripts.isSubscription,
      priceCents: scripts.priceCents,
    })
    .from(scripts)
    .where(
      and(
        eq(scripts.isDeleted, false),
        gte(scripts.priceCents, coupon.minPurchaseCents),
        scope[coupon.appliesTo],
      ),
    )
    .orderBy(asc(scripts.priceCents))
    .limit(1)
  return cheapest
}
