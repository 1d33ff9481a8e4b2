import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import { HOUR } from '#shared/core/time.ts'
import type { Db } from '../../db/client.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect
export type SubscriptionWithProduct = {
  subscription: SubscriptionRow
  product: typeof scripts.$inferSelect
  /** What its first payment was asked for, before any coupon. */
  monthlyCents: number
  /** The status of the payment that keeps it open: the latest month's; of prepaid months one that was not refunded. */
  lastPayment: string | null
}

/** Named in full: inside a correlated query drizzle would leave the table's name out. */
const agreedCents = sql<number>`coalesce((select p.original_cents from payments p where p.subscription_id = subscriptions.id order by p.id limit 1), scripts.price_cents)`

/** As `syncGrant` (features/access) reads it. */
const lastPayment = sql<string | null>`(select p.status from payments p
  where p.subscription_id = subscriptions.id and p.payment_date is not null
  order by case when subscriptions.stripe_subscription_id is null then p.status in ('refunded', 'disputed') else 0 end,
    p.period_end desc, p.id desc limit 1)`

const selectSubscriptions = (db: Db) =>
  db
    .select({ subscription: subscriptions, product: scripts, monthlyCents: agreedCents, lastPayment })
    .from(subscriptions)
    .innerJoin(scripts, eq(scripts.id, subscriptions.scriptId))

/** Where its owner is written to: the account's address, else the one it was bought with. Not once the account is gone. */
const ownerEmail = sql<string | null>`case when subscriptions.user_id is null then subscriptions.email
  else (select u.email from users u where u.id = subscriptions.user_id and u.deleted_at is null) end`.as(
  'owner_email',
)

/** A subscription with its owner's address and its product's name. */
const selectFollowed = (db: Db) =>
  db
    .select({
      subscription: subscriptions,
      productName: scripts.name,
      priceCents: scripts.priceCents,
      email: ownerEmail,
    })
    .from(subscriptions)
    .innerJoin(scripts, eq(scripts.id, subscriptions.scriptId))

export type Followed = Awaited<ReturnType<typeof selectFollowed>>[number]

export async function findFollowed(db: Db, stripeSubscriptionId: string): Promise<Followed | undefined> {
  const [row] = await selectFollowed(db)
    .where(eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId))
    .limit(1)
  return row
}

/** Paid in advance and still open. As the index `subscriptions_prepaid` words it. */
const isPrepaid = and(isNull(subscriptions.stripeSubscriptionId), sql`${subscriptions.status} = 'active'`)

/** Those that end between these moments, after this one of the page before, soonest first. */
export const listPrepaidEnding = (
  db: Db,
  { from, to }: { from: number; to: number },
  after: { currentPeriodEnd: number; id: number },
  limit: number,
) =>
  selectFollowed(db)
    .where(
      and(
        isPrepaid,
        gt(subscriptions.currentPeriodEnd, from),
        lte(subscriptions.currentPeriodEnd, to),
        or(
          gt(subscriptions.currentPeriodEnd, after.currentPeriodEnd),
          and(eq(subscriptions.currentPeriodEnd, after.currentPeriodEnd), gt(subscriptions.id, after.id)),
        ),
      ),
    )
    .orderBy(asc(subscriptions.currentPeriodEnd), asc(subscriptions.id))
    .limit(limit)

/** What stands in the way of paying for this product again: what the provider may still charge for first. */
export const listCurrentSubscriptions = (db: Db, userId: number, scriptId: number) =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.scriptId, scriptId),
        notInArray(subscriptions.status, ['canceled', 'incomplete_expired']),
      ),
    )
    .orderBy(isNull(subscriptions.stripeSubscriptionId), desc(subscriptions.id))
    .limit(20)

/**
 * The customer that the provider knows this user as. It makes one per checkout: of several subscriptions the one counts
 * whose card has to be changed, then one that runs, then the latest.
 */
export const findCustomer = (db: Db, userId: number) =>
  db
    .select({ customerId: subscriptions.stripeCustomerId })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isNotNull(subscriptions.stripeCustomerId)))
    .orderBy(
      sql`case when ${subscriptions.status} in ('past_due', 'unpaid', 'incomplete') then 0
        when ${subscriptions.status} in ('canceled', 'incomplete_expired') then 2 else 1 end`,
      desc(subscriptions.id),
    )
    .limit(1)

/** Of any user: for an admin. */
export async function findAny(db: Db, id: number): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id)).limit(1)
  return row
}

/** A stranger's subscription is absent. */
export async function findOwn(
  db: Db,
  userId: number,
  id: number,
): Promise<SubscriptionWithProduct | undefined> {
  const [row] = await selectSubscriptions(db)
    .where(and(eq(subscriptions.id, id), eq(subscriptions.userId, userId)))
    .limit(1)
  return row
}

/** Newest first; one row more than `limit`. */
export const listOwn = (db: Db, userId: number, page: { limit: number; cursor?: number | undefined }) =>
  selectSubscriptions(db)
    .where(
      and(
        eq(subscriptions.userId, userId),
        page.cursor === undefined ? undefined : lt(subscriptions.id, page.cursor),
      ),
    )
    .orderBy(desc(subscriptions.id))
    .limit(page.limit + 1)

/** Everything of this user that the provider may still charge for. */
export const listChargeable = (db: Db, userId: number) =>
  db
    .select({
      id: subscriptions.id,
      stripeId: subscriptions.stripeSubscriptionId,
      isEnding: subscriptions.cancelAtPeriodEnd,
    })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        isNotNull(subscriptions.stripeSubscriptionId),
        notInArray(subscriptions.status, ['canceled', 'incomplete_expired']),
      ),
    )

/** Subscriptions whose period is over and that were not checked for an hour, longest over first. */
export const listOverdue = (db: Db, now: number, limit: number) =>
  selectFollowed(db)
    .where(
      and(
        inArray(subscriptions.status, ['active', 'trialing', 'past_due']),
        isNotNull(subscriptions.stripeSubscriptionId),
        lt(subscriptions.currentPeriodEnd, now),
        lt(subscriptions.updatedAt, now - HOUR),
      ),
    )
    .orderBy(asc(subscriptions.currentPeriodEnd))
    .limit(limit)
