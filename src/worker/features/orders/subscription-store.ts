import { and, desc, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { monthlyCents } from '../../db/monthly-price.ts'
import { startsWith } from '../../db/prefix.ts'
import { users } from '../../db/schema/accounts.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'
import { before } from '../../http/moment-paging.ts'
import type { OrderCursor } from './order-cursor-rules.ts'
import { selectAudit } from './order-store.ts'
import { buyerColumns, productColumns, selectOfSubscription } from './purchase-store.ts'
import type { SubscriptionWant } from './search-rules.ts'

const emailKey = sql<string | null>`lower(${subscriptions.email})`

/** The status of the payment that keeps the subscription open. Same query as in features/subscriptions/store. */
const lastPayment = sql<string | null>`(select p.status from payments p
  where p.subscription_id = subscriptions.id and p.payment_date is not null
  order by case when subscriptions.stripe_subscription_id is null then p.status in ('refunded', 'disputed') else 0 end,
    p.period_end desc, p.id desc limit 1)`

const selectSubscriptions = (db: Db) =>
  db
    .select({
      ...getTableColumns(subscriptions),
      emailKey: emailKey.as('email_key'),
      agreedCents: monthlyCents.as('agreed_cents'),
      lastPayment: lastPayment.as('last_payment'),
      productPriceCents: sql<number>`${scripts.priceCents}`.as('product_price_cents'),
      ...productColumns,
      ...buyerColumns,
    })
    .from(subscriptions)
    .leftJoin(scripts, eq(scripts.id, subscriptions.scriptId))
    .leftJoin(users, eq(users.id, subscriptions.userId))

export type ListedRow = Awaited<ReturnType<typeof selectSubscriptions>>[number]

type Page = { limit: number; cursor?: OrderCursor | undefined }

function readBy(want: SubscriptionWant, cursor: OrderCursor | undefined) {
  const byId = [desc(subscriptions.id)]
  const belowId = lt(subscriptions.id, cursor?.id ?? Number.MAX_SAFE_INTEGER)
  const read = (where: SQL | undefined, order: SQL[] = byId) => ({ where, order })
  switch (want.by) {
    case 'number':
      return read(eq(subscriptions.id, want.id))
    case 'reference':
      return read(eq(subscriptions.stripeSubscriptionId, want.text))
    case 'user':
      return read(and(eq(subscriptions.userId, want.userId), belowId))
    case 'username': {
      const owner = sql`(select u.id from users u where u.username_key = ${want.key})`
      return read(and(sql`${subscriptions.userId} = ${owner}`, belowId))
    }
    case 'email': {
      const after =
        cursor?.by === 'email'
          ? sql`(${emailKey}, ${subscriptions.id}) < (${cursor.email}, ${cursor.id})`
          : undefined
      return read(and(startsWith(emailKey, want.beginning), after), [desc(emailKey), ...byId])
    }
    case 'all': {
      const after = cursor?.by === 'moment' ? cursor : undefined
      return read(
        and(
          want.status === undefined ? undefined : eq(subscriptions.status, want.status),
          before(subscriptions.createdAt, subscriptions.id, after),
        ),
        [desc(subscriptions.createdAt), ...byId],
      )
    }
  }
}

/** The results of all queries in one round trip, each with one row more than `limit`. */
export async function readSubscriptions(
  db: Db,
  wants: readonly SubscriptionWant[],
  { limit, cursor }: Page,
): Promise<ListedRow[][]> {
  const [first, ...rest] = wants.map((want) => {
    const { where, order } = readBy(want, cursor)
    return selectSubscriptions(db)
      .where(where)
      .orderBy(...order)
      .limit(limit + 1)
  })
  return first ? db.batch([first, ...rest]) : []
}

/** One subscription with a page of its payments, and its audit entries. */
export async function readOneSubscription(db: Db, id: number, page: Page) {
  const [[row], orders, audit] = await db.batch([
    selectSubscriptions(db).where(eq(subscriptions.id, id)).limit(1),
    selectOfSubscription(db, id, page),
    selectAudit(db, sql`(${`subscription:${id}`})`),
  ])
  return row && { row, orders, audit }
}
