import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import { HOUR } from '#shared/core/time.ts'
import type { UserId } from '../../db/account-batch.ts'
import { aliased, type Db } from '../../db/client.ts'
import { monthlyCents } from '../../db/monthly-price.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect
export type SubscriptionWithProduct = {
  subscription: SubscriptionRow
  product: typeof scripts.$inferSelect
  /** The price of the first payment, before any coupon. */
  monthlyCents: number
  /** The status of the payment of the latest month. Of prepaid months, one that was not refunded comes first. */
  lastPayment: string | null
}

/** The columns are named in full: inside a correlated query drizzle would omit the table's name. */
const agreedCents = sql<number>`coalesce((select p.original_cents from payments p where p.subscription_id = subscriptions.id order by p.id limit 1), scripts.price_cents)`

/** Same query as in `syncGrant` (features/access). */
const lastPayment = sql<string | null>`(select p.status from payments p
  where p.subscription_id = subscriptions.id and p.payment_date is not null
  order by case when subscriptions.stripe_subscription_id is null then p.status in ('refunded', 'disputed') else 0 end,
    p.period_end desc, p.id desc limit 1)`

/** May run in a batch: the product's columns have names of their own. */
const selectSubscriptions = (db: Db) =>
  db
    .select({
      subscription: subscriptions,
      product: aliased('product', getTableColumns(scripts)),
      monthlyCents: agreedCents,
      lastPayment,
    })
    .from(subscriptions)
    .innerJoin(scripts, eq(scripts.id, subscriptions.scriptId))

/** The address for mails: the account's; without an account the purchase's. Null once the account is deleted. */
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
      monthlyCents: monthlyCents.as('agreed_cents'),
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

/** Prepaid and still active. Same condition as in the index `subscriptions_prepaid`. */
const isPrepaid = and(isNull(subscriptions.stripeSubscriptionId), sql`${subscriptions.status} = 'active'`)

/** Prepaid subscriptions that end in this window, soonest first. `after` is the last row of the previous page. */
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

/** Trials that are charged in this window, soonest first. Same condition as in the index `subscriptions_trialing`. */
export const listEndingTrials = (
  db: Db,
  { from, to }: { from: number; to: number },
  after: { trialEndsAt: number; id: number },
  limit: number,
) =>
  selectFollowed(db)
    .where(
      and(
        sql`${subscriptions.status} = 'trialing'`,
        gt(subscriptions.trialEndsAt, from),
        lte(subscriptions.trialEndsAt, to),
        eq(subscriptions.cancelAtPeriodEnd, false),
        sql`(${subscriptions.trialEndsAt}, ${subscriptions.id}) > (${after.trialEndsAt}, ${after.id})`,
      ),
    )
    .orderBy(asc(subscriptions.trialEndsAt), asc(subscriptions.id))
    .limit(limit)

/** Subscriptions that prevent another payment for this product. Those that may still be charged come first. */
export const listCurrentSubscriptions = (db: Db, userId: UserId, scriptId: number) =>
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
 * The user's customer at the provider, which creates one per checkout. Of several subscriptions an unpaid one comes
 * first, because its card has to be changed; then an active one, then the latest.
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

/** A subscription of any user, for admins. */
export async function findAny(db: Db, id: number): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id)).limit(1)
  return row
}

/** Undefined for another user's subscription. */
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
export const listOwn = (db: Db, userId: UserId, page: { limit: number; cursor?: number | undefined }) =>
  selectSubscriptions(db)
    .where(
      and(
        eq(subscriptions.userId, userId),
        page.cursor === undefined ? undefined : lt(subscriptions.id, page.cursor),
      ),
    )
    .orderBy(desc(subscriptions.id))
    .limit(page.limit + 1)

/** Every subscription of this user that the provider may still charge for. */
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
