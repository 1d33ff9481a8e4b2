import { and, desc, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { toOrderReference } from '#shared/core/order-reference.ts'
import type { Db } from '../../db/client.ts'
import { startsWith } from '../../db/prefix.ts'
import { users } from '../../db/schema/accounts.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { coupons } from '../../db/schema/coupons.ts'
import { payments } from '../../db/schema/payments.ts'
import { before } from '../../http/moment-paging.ts'
import type { OrderCursor } from './order-cursor-rules.ts'
import type { Want } from './search-rules.ts'

/** The same expression as in the indexes of addresses. */
const emailKey = sql<string | null>`lower(${payments.email})`

/** Joined columns have names of their own: see `aliased` (db/client). A purchase without an account has no user. */
export const buyerColumns = {
  username: sql<string | null>`${users.username}`.as('buyer_name'),
  userEmail: sql<string | null>`${users.email}`.as('buyer_email'),
}

export const productColumns = {
  productName: sql<string>`${scripts.name}`.as('product_name'),
  productSlug: sql<string>`${scripts.slug}`.as('product_slug'),
  productImagePath: sql<string | null>`${scripts.imagePath}`.as('product_image_path'),
}

/** Left joins, even where a row always exists, so that the query keeps the order of the payments' index. */
const selectOrders = (db: Db) =>
  db
    .select({
      id: payments.id,
      orderReference: payments.orderReference,
      userId: payments.userId,
      scriptId: payments.scriptId,
      amountCents: payments.amountCents,
      refundedCents: payments.refundedCents,
      status: payments.status,
      purchaseType: payments.purchaseType,
      paymentProvider: payments.paymentProvider,
      email: payments.email,
      paymentDate: payments.paymentDate,
      createdAt: payments.createdAt,
      flaggedReason: payments.flaggedReason,
      emailKey: emailKey.as('email_key'),
      couponCode: sql<string | null>`${coupons.code}`.as('coupon_code'),
      ...productColumns,
      ...buyerColumns,
    })
    .from(payments)
    .leftJoin(scripts, eq(scripts.id, payments.scriptId))
    .leftJoin(users, eq(users.id, payments.userId))
    .leftJoin(coupons, eq(coupons.id, payments.couponId))

export type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number]

type Page = { limit: number; cursor?: OrderCursor | undefined }

/**
 * Payments with this id, ours or the provider's, including the checkout of an amount due. Remote D1 allows five terms in
 * a compound SELECT.
 */
const withReference = (text: string) => sql`${payments.id} in (
  select p.id from payments p where p.reference = ${text} or p.order_reference = ${toOrderReference(text) ?? '-'}
  union all
  select p.id from payments p where p.payment_provider in ('stripe', 'coinbase', 'btcpay') and p.checkout_id = ${text}
  union all
  select p.id from payments p where p.payment_provider in ('stripe', 'coinbase', 'btcpay') and p.transaction_id = ${text}
  union all
  select p.id from payments p where p.payment_provider in ('stripe', 'coinbase', 'btcpay') and p.intent_id = ${text}
  union all
  select c.payment_id from payment_checkouts c where c.provider in ('coinbase', 'btcpay') and c.checkout_id = ${text})`

const belowId = (cursor: OrderCursor | undefined) => lt(payments.id, cursor?.id ?? Number.MAX_SAFE_INTEGER)

/** Tells the planner that few rows match: of two indexes it takes the one that begins with more such columns. */
const few = (condition: SQL) => sql`unlikely(${condition})`

/** The index's last column as one range: the cursor, or the end of the last day, whichever is lower. */
function until(end: number | undefined, cursor: OrderCursor | undefined): SQL | undefined {
  if (cursor?.by === 'moment' && (end === undefined || cursor.createdAt < end))
    return before(payments.createdAt, payments.id, cursor)
  return end === undefined ? undefined : lt(payments.createdAt, end)
}

function readBy(want: Want, cursor: OrderCursor | undefined): { where: SQL | undefined; order: SQL[] } {
  const byId = [desc(payments.id)]
  switch (want.by) {
    case 'number':
      return { where: eq(payments.id, want.id), order: byId }
    case 'reference':
      return { where: withReference(want.text), order: byId }
    case 'user':
      return { where: and(eq(payments.userId, want.userId), belowId(cursor)), order: byId }
    case 'username': {
      const owner = sql`(select u.id from users u where u.username_key = ${want.key})`
      return { where: and(sql`${payments.userId} = ${owner}`, belowId(cursor)), order: byId }
    }
    case 'flagged':
      return { where: and(isNotNull(payments.flaggedReason), belowId(cursor)), order: byId }
    case 'email':
      return {
        where: and(
          startsWith(emailKey, want.beginning),
          cursor?.by === 'email'
            ? sql`(${emailKey}, ${payments.id}) < (${cursor.email}, ${cursor.id})`
            : undefined,
        ),
        order: [desc(emailKey), ...byId],
      }
    case 'time':
      return {
        where: and(
          eq(payments.purchaseType, want.type),
          want.product === undefined ? undefined : few(eq(payments.scriptId, want.product)),
          want.status === undefined ? undefined : few(eq(payments.status, want.status)),
          want.from === undefined ? undefined : sql`${payments.createdAt} >= ${want.from}`,
          until(want.until, cursor),
        ),
        order: [desc(payments.createdAt), ...byId],
      }
  }
}

/** The results of all queries in one round trip, each with one row more than `limit`. */
export async function readWanted(
  db: Db,
  wants: readonly Want[],
  { limit, cursor }: Page,
): Promise<OrderRow[][]> {
  const [first, ...rest] = wants.map((want) => {
    const { where, order } = readBy(want, cursor)
    return selectOrders(db)
      .where(where)
      .orderBy(...order)
      .limit(limit + 1)
  })
  return first ? db.batch([first, ...rest]) : []
}

/** The payments of a subscription, newest first. */
export const selectOfSubscription = (db: Db, subscriptionId: number, { limit, cursor }: Page) =>
  selectOrders(db)
    .where(and(eq(payments.subscriptionId, subscriptionId), belowId(cursor)))
    .orderBy(desc(payments.id))
    .limit(limit + 1)
