import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { emailIdentity, emailKey } from '../../../core/email-address.ts'
import type { Db } from '../../../db/client.ts'
import { inList } from '../../../db/in-list.ts'
import { isOutsideSale } from '../../../db/payment-history.ts'
import { paymentEvents } from '../../../db/schema/payments.ts'
import { refunds } from '../../../db/schema/refunds.ts'
import { decidingPayment } from '../../access/writes.ts'
import type { Payment } from '../store.ts'
import type { FlaggedMoney, OwnRefund } from './rules.ts'

/**
 * Our own refunds among these ids of the provider that are not recorded as failed. `isOutside`: of unapplied funds,
 * outside the sale.
 */
export const listUnknownFailed = (
  db: Db,
  paymentId: number,
  providerRefundIds: readonly string[],
): Promise<(OwnRefund & { isOutside: number })[]> =>
  db
    .select({
      id: refunds.id,
      amountCents: refunds.amountCents,
      status: refunds.status,
      isOutside: sql<number>`${isOutsideSale('refunds')}`,
    })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        inList(refunds.providerRefundId, providerRefundIds),
        inArray(refunds.status, ['pending', 'succeeded']),
      ),
    )

/** A buyer: an account; or, without one, an email address. */
export type Buyer = { userId: number | null; email: string | null }

/** Ids of the grants of an address: those that were bought under it without an account. `key` is an SQL value. */
const grantsOfAddress = (
  key: SQL,
  identity: SQL,
) => sql`select g.id from payments p join user_scripts g on g.payment_id = p.id
  where p.email_identity = ${identity} and lower(p.email) = ${key} and g.user_id is null`

/** Ids of the grants that a checkout of this buyer counts. */
export const grantsOfBuyer = ({ userId, email }: Buyer): SQL =>
  userId === null
    ? grantsOfAddress(sql`${emailKey(email ?? '')}`, sql`${emailIdentity(email ?? '')}`)
    : sql`select g.id from user_scripts g where g.user_id = ${userId}`

/**
 * The same, and those that are probably the same person's: of the account with the guest's address, or bought by a guest
 * under the account's own address, confirmed or not. The address that an account enters for a receipt does not count:
 * it may be a stranger's.
 */
export const grantsOfPerson = (buyer: Buyer & { confirms?: string }): SQL =>
  buyer.userId === null
    ? sql`${grantsOfBuyer(buyer)} union select g.id from users u join user_scripts g on g.user_id = u.id
        where u.email_key = ${emailKey(buyer.email ?? '')}`
    : sql`${grantsOfBuyer(buyer)} union ${ofAccountsAddress(buyer.userId, buyer.confirms)}`

/** Ids of a guest's grants under the address of this account, or under the one that it confirms in this batch. */
const ofAccountsAddress = (userId: number, confirms: string | undefined) =>
  confirms === undefined
    ? grantsOfAddress(
        sql`(select u.email_key from users u where u.id = ${userId})`,
        sql`(select u.email_identity from users u where u.id = ${userId})`,
      )
    : grantsOfAddress(sql`${emailKey(confirms)}`, sql`${emailIdentity(confirms)}`)

const newestGrantOf = (buyer: Buyer) =>
  sql<number>`(select coalesce(max(id), 0) from (${grantsOfPerson(buyer)}))`

/** The input of `newestOf`, for a batch. */
export const selectNewestGrant = (db: Db, buyer: Buyer) =>
  db.select({ id: newestGrantOf(buyer).as('newest_id') }).from(sql`(select 1)`)

/**
 * The newest grant of this person, by the row of `selectNewestGrant`. `isCurrent` is true in a batch as long as nothing
 * else was granted to them since. Without any grant they cannot pay twice.
 */
export function newestOf(buyer: Buyer, seen: { id: number } | undefined): NewestGrant {
  const id = seen?.id ?? 0
  return { hasAny: id > 0, isCurrent: sql`${newestGrantOf(buyer)} = ${id}` }
}

export type NewestGrant = { hasAny: boolean; isCurrent: SQL }

/**
 * The cents at the page that a completion by hand counted, without the provider's answer. Null where the payment was not
 * completed that way, or `onlyIf` is not true.
 */
export async function findCountedByHand(db: Db, paymentId: number, onlyIf?: SQL): Promise<number | null> {
  const [row] = await db
    .select({ counted: sql<number | null>`json_extract(${paymentEvents.details}, '$.countedCents')` })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, paymentId), eq(paymentEvents.kind, 'settled'), onlyIf))
  return row?.counted ?? null
}

/**
 * The kind of the event with which an admin has taken note of a flag, and refunded its money. A refund that fails later
 * is news.
 */
export const acknowledgedKind = (reason: string, money: FlaggedMoney | null) =>
  `acknowledged:${reason}${money?.failedRefunds ? ` (${money.failedRefunds} failed)` : ''}`

/** Whether an admin has taken note of this flag, or of the same money under another reason: the account was deleted since. */
export async function wasAcknowledged(
  db: Db,
  paymentId: number,
  { reason, money }: { reason: string; money: FlaggedMoney | null },
): Promise<boolean> {
  const isSameMoney =
    money === null
      ? undefined
      : sql`${paymentEvents.kind} glob 'acknowledged:*'
          and ${paymentEvents.details} ->> '$.receivedCents' = ${money.receivedCents}
          and ${paymentEvents.details} ->> '$.failedRefunds' = ${money.failedRefunds}`
  const [row] = await db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.paymentId, paymentId),
        or(eq(paymentEvents.kind, acknowledgedKind(reason, money)), isSameMoney),
      ),
    )
    .limit(1)
  return row !== undefined
}

/**
 * Of a payment that was never settled, and was closed because its money was refunded: the cents that an admin has
 * confirmed as refunded (`byAdmin`: an admin has). Null where its money was not refunded.
 */
export async function findUnsettledRefund(
  db: Db,
  paymentId: number,
): Promise<{ byAdmin: boolean; confirmedCents: number } | null> {
  const isAdmins = sql`${paymentEvents.source} = 'admin' and ${paymentEvents.details} ->> '$.confirmed' = 1`
  const [row] = await db
    .select({
      count: sql<number>`count(*)`,
      byAdmin: sql<number>`coalesce(sum(${isAdmins}), 0)`,
      cents: sql<number>`coalesce(sum(iif(${isAdmins}, ${paymentEvents.details} ->> '$.refundedCents', 0)), 0)`,
    })
    .from(paymentEvents)
    .where(
      and(eq(paymentEvents.paymentId, paymentId), sql`${paymentEvents.details} ->> '$.lostBy' = 'refund'`),
    )
  return row && row.count > 0 ? { byAdmin: row.byAdmin > 0, confirmedCents: row.cents } : null
}

/** Whether a later month of the card subscription of this payment was paid: access follows that payment. */
export async function hasLaterMonth(
  db: Db,
  { id, subscriptionId, purchaseType, paymentProvider }: Payment,
): Promise<boolean> {
  if (purchaseType !== 'subscription' || paymentProvider !== 'stripe' || subscriptionId === null) return false
  const [row] = await db.all<{ id: number }>(
    sql`select ${decidingPayment(sql`p.id`, sql`${subscriptionId}`)} as id`,
  )
  return row !== undefined && row.id !== id
}
