import { and, count, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { readReferralCode } from '#shared/accounts/referral-code.ts'
import type { PayoutStatus } from '#shared/referrals/contract.ts'
import type { AccountBatch, UserId } from '../../db/account-batch.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { payments } from '../../db/schema/payments.ts'
import { referralPayouts, referrals } from '../../db/schema/referrals.ts'

/** This user's entries of the commission ledger, newest first; one row more than `limit`. */
export const listOwn = (db: Db, userId: UserId, page: { limit: number; cursor?: number | undefined }) =>
  db
    .select()
    .from(referrals)
    .where(
      and(
        eq(referrals.referrerId, userId),
        page.cursor === undefined ? undefined : lt(referrals.id, page.cursor),
      ),
    )
    .orderBy(desc(referrals.id))
    .limit(page.limit + 1)

/** The sums of this account's commissions, the account, and the number of their referred users. One round trip. */
export async function readTotals(db: Db, batch: AccountBatch) {
  const sumOf = (status: string) =>
    sql<number>`coalesce(sum(case when ${referrals.status} = ${status} then ${referrals.commissionCents} end), 0)`
  // A purchase whose commission was reversed in full does not count.
  const earned = sql`(select sum(e.commission_cents) from referrals e
    where e.payment_id = ${referrals.paymentId} and e.status <> 'cancelled') > 0`
  const purchasesOf = (condition: SQL) =>
    sql<number>`count(distinct case when ${condition} and ${earned} then ${referrals.paymentId} end)`
  const { results } = await batch(
    (userId) =>
      [
        db
          .select({
            total: purchasesOf(sql`${referrals.status} <> 'cancelled'`).as('total'),
            paid: purchasesOf(sql`${referrals.status} = 'paid' and ${referrals.kind} = 'commission'`).as(
              'paid',
            ),
            pendingCents: sumOf('pending').as('pending'),
            payableCents: sumOf('completed').as('payable'),
            paidCents: sumOf('paid').as('paid_out'),
          })
          .from(referrals)
          .where(eq(referrals.referrerId, userId)),
        db
          .select({ code: users.referralCode, payoutAddress: users.payoutAddress })
          .from(users)
          .where(eq(users.id, userId)),
        db
          .select({ count: count() })
          .from(users)
          .where(and(eq(users.referredBy, userId), isNull(users.deletedAt))),
      ] as const,
  )
  const [[totals], [account], [people]] = results
  return {
    total: totals?.total ?? 0,
    paid: totals?.paid ?? 0,
    pendingCents: totals?.pendingCents ?? 0,
    payableCents: totals?.payableCents ?? 0,
    paidCents: totals?.paidCents ?? 0,
    code: account?.code ?? '',
    payoutAddress: account?.payoutAddress ?? null,
    registered: people?.count ?? 0,
  }
}

const affiliate = {
  id: users.id,
  emailIdentity: users.emailIdentity,
  isLive: sql<boolean>`${users.deletedAt} is null and ${users.deactivatedAt} is null`
    .mapWith(Boolean)
    .as('is_live'),
}

/** The buyer, the buyer's first referrer, and the owner of the code: for a batch. */
export function selectAffiliates(db: Db, userId: UserId, code: string | null) {
  const broughtBy = db.select({ id: users.referredBy }).from(users).where(eq(users.id, userId))
  return [
    db.select({ emailIdentity: users.emailIdentity }).from(users).where(eq(users.id, userId)),
    db.select(affiliate).from(users).where(sql`${users.id} = (${broughtBy})`),
    db
      .select(affiliate)
      .from(users)
      .where(eq(users.referralCode, readReferralCode(code ?? '') ?? '')),
  ] as const
}

/** When this affiliate last replaced an address by another one; null: never. A first address replaces none. */
const replacedAddressAt = sql<number | null>`(select max(a.created_at) from audit_log a
  where a.subject = 'user:' || referral_payouts.referrer_id and a.action = 'payout-address.change'
    and json_extract(a.before, '$.payoutAddress') is not null)`

const selectPayouts = (db: Db) =>
  db
    .select({
      payout: referralPayouts,
      affiliate: { username: users.username, email: users.email },
      replacedAddressAt: replacedAddressAt.as('replaced_address_at'),
    })
    .from(referralPayouts)
    .innerJoin(users, eq(users.id, referralPayouts.referrerId))

export type PayoutWithAffiliate = Awaited<ReturnType<typeof listPayouts>>[number]

/** Newest first; one row more than `limit`. */
export const listPayouts = (
  db: Db,
  status: PayoutStatus,
  page: { limit: number; cursor?: number | undefined },
) =>
  selectPayouts(db)
    .where(
      and(
        eq(referralPayouts.status, status),
        page.cursor === undefined ? undefined : lt(referralPayouts.id, page.cursor),
      ),
    )
    .orderBy(desc(referralPayouts.id))
    .limit(page.limit + 1)

export const findPayout = (db: Db, id: number) => selectPayouts(db).where(eq(referralPayouts.id, id)).limit(1)

/** The number and sum of the open payouts, and the number of those without an address. */
export const sumOpen = (db: Db) =>
  db
    .select({
      count: count().as('count'),
      totalCents: sql<number>`coalesce(sum(${referralPayouts.totalCents}), 0)`.as('total'),
      withoutAddress: sql<number>`count(*) - count(${referralPayouts.address})`.as('without_address'),
    })
    .from(referralPayouts)
    .where(eq(referralPayouts.status, 'open'))

const referrer = alias(users, 'referrer')
const referred = alias(users, 'referred')

/** Entries of the commission ledger, newest first: all, an affiliate's, or a payout's; one row more than `limit`. */
export const listEntries = (
  db: Db,
  input: {
    limit: number
    cursor?: number | undefined
    referrer?: number | undefined
    payout?: number | undefined
  },
) =>
  db
    .select({
      id: referrals.id,
      entry: referrals,
      referrer: { id: referrer.id, username: referrer.username },
      referred: { id: referred.id, username: referred.username },
      product: scripts.name,
    })
    .from(referrals)
    .innerJoin(referrer, eq(referrer.id, referrals.referrerId))
    .leftJoin(referred, eq(referred.id, referrals.referredUserId))
    .leftJoin(payments, eq(payments.id, referrals.paymentId))
    .leftJoin(scripts, eq(scripts.id, payments.scriptId))
    .where(
      and(
        input.referrer === undefined ? undefined : eq(referrals.referrerId, input.referrer),
        input.payout === undefined ? undefined : eq(referrals.payoutId, input.payout),
        input.cursor === undefined ? undefined : lt(referrals.id, input.cursor),
      ),
    )
    .orderBy(desc(referrals.id))
    .limit(input.limit + 1)
