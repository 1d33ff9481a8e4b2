import { and, eq, isNull, lte, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { DAY } from '#shared/core/time.ts'
import { REFERRALS_LINK } from '#shared/notifications/link-rules.ts'
import { COMMISSION_PERCENT, EARNING, REFUND_WINDOW_DAYS } from '#shared/referrals/rules.ts'
import { noteAction } from '../../db/audit.ts'
import type { Db, Write } from '../../db/client.ts'
import { isSecond } from '../../db/payment-history.ts'
import { users } from '../../db/schema/accounts.ts'
import { oneOf } from '../../db/schema/columns.ts'
import { payments } from '../../db/schema/payments.ts'
import { referralPayouts, referrals } from '../../db/schema/referrals.ts'
import { notification, REFRESH } from '../notifications/message-rules.ts'
import { enqueueFrom } from '../notifications/writes.ts'

/** First touch: a customer's first referrer stays. Belongs in the batch of the first purchase with a code. */
export const rememberReferrer = (db: Db, userId: number, referrerId: number) =>
  db
    .update(users)
    .set({ referredBy: referrerId })
    .where(and(eq(users.id, userId), isNull(users.referredBy), sql`${users.id} <> ${referrerId}`))

/**
 * Sets the commissions of a payment to ten percent of its remaining amount. Written after the payment in its batch, and
 * safe to repeat. Entries in a payout never change. The other entries count (pending or completed by their age), or are
 * cancelled where the entries in payouts already have the right sum. Any difference is written as one more entry. So
 * the sum of all entries that are not cancelled is always what the payment earns. Entries of a deleted referrer never
 * change. `revision` is that of the payment after its batch.
 */
export const syncCommission = (
  db: Db,
  { id: paymentId, revision }: { id: number; revision: number },
  now: number,
): Write[] => [
  attribute(db, paymentId, now),
  recount(db, paymentId, now),
  enterCommission(db, paymentId, now),
  enterDifference(db, paymentId, now),
  notifyReferrer(db, { paymentId, revision }, now),
]

/** Literals, for integer arithmetic: D1 binds every number as a float. */
const percent = sql.raw(String(COMMISSION_PERCENT))
const windowMs = sql.raw(String(REFUND_WINDOW_DAYS * DAY))

/**
 * Same as commissionCents(). A second payment earns nothing, even where its refund has failed. Nor does the referrer's
 * own purchase, which was made without an account and then attached to theirs.
 */
const target = sql`case when p.status in (${oneOf(EARNING)}) and not ${isSecond('p')}
  and (p.referrer_id is null or p.referrer_id is not p.user_id)
  then ((p.amount_cents - p.refunded_cents) * ${percent} + 50) / 100 else 0 end`

/** The sum of the entries of payment `p` that match `which`. */
const sumOf = (which: SQL) =>
  sql`(select coalesce(sum(e.commission_cents), 0) from referrals e where e.payment_id = p.id and ${which})`

const isOfPayout = sql`(e.payout_id is not null or e.status = 'paid')`

const byAge = (maturesAt: SQL, now: number) =>
  sql`case when ${maturesAt} <= ${now} then 'completed' else 'pending' end`

/**
 * While a refund is open, no commission of its payment is completed. A refund that waits for review could otherwise be
 * granted after the commission was paid out to an affiliate who never earns again.
 */
const hasOpenRefund = sql`exists (select 1 from refunds r where r.payment_id = ${referrals.paymentId}
  and r.status in ('review', 'approved', 'pending'))`

/** Whether referrer `r` may earn at payment `p`; `b` is the buyer's account, if any. Same rule as chooseReferrer(). */
const mayEarn = sql`r.deleted_at is null and r.deactivated_at is null and r.id is not p.user_id
  and r.email_identity is not p.email_identity and r.email_identity is not b.email_identity`

/**
 * A purchase at a pay page outside the shop names no referrer, so the buyer's first referrer earns. Applies only in the
 * batch that settles the purchase: a purchase from before the referral earns nothing.
 */
const attribute = (db: Db, paymentId: number, now: number) =>
  db
    .update(payments)
    .set({
      referrerId: sql`(select r.id from payments p join users b on b.id = p.user_id join users r on r.id = b.referred_by
        where p.id = ${paymentId} and ${mayEarn})`,
    })
    .where(and(eq(payments.id, paymentId), isNull(payments.referrerId), eq(payments.paymentDate, now)))

const recount = (db: Db, paymentId: number, now: number) =>
  db
    .update(referrals)
    .set({
      status: sql`case
        when (select ${sumOf(isOfPayout)} = ${target} from payments p where p.id = ${paymentId}) then 'cancelled'
        when status <> 'completed' and ${hasOpenRefund} then 'pending'
        else ${byAge(sql`matures_at`, now)} end`,
    })
    .where(
      and(
        eq(referrals.paymentId, paymentId),
        isNull(referrals.payoutId),
        ne(referrals.status, 'paid'),
        sql`exists (select 1 from users r where r.id = ${referrals.referrerId} and r.deleted_at is null)`,
      ),
    )

/** Cancels the commissions of a referrer at these payments, which turned out to be their own. Those in payouts stay. */
export const cancelOwnCommissions = (db: Db, userId: number, paymentIds: SQLWrapper): Write =>
  db
    .update(referrals)
    .set({ status: 'cancelled' })
    .where(
      and(
        sql`${referrals.paymentId} in ${paymentIds}`,
        eq(referrals.referrerId, userId),
        isNull(referrals.payoutId),
        ne(referrals.status, 'paid'),
      ),
    )

/** Inserts the first entry. A repeated call changes nothing. */
const enterCommission = (db: Db, paymentId: number, now: number) =>
  db
    .insert(referrals)
    .select(
      entry({
        sourceEvent: sql`'payment:' || p.id`,
        kind: sql`'commission'`,
        cents: target,
        status: byAge(sql`p.payment_date + ${windowMs}`, now),
        now,
        from: sql`payments p join users r on r.id = p.referrer_id left join users b on b.id = p.user_id`,
        where: sql`p.id = ${paymentId} and ${target} > 0 and p.payment_date is not null and ${mayEarn}`,
      }),
    )
    .onConflictDoNothing({ target: [referrals.sourceEvent, referrals.referrerId, referrals.kind] })

const enterDifference = (db: Db, paymentId: number, now: number) => {
  const missing = sql`(${target} - ${sumOf(sql`e.status <> 'cancelled'`)})`
  return db.insert(referrals).select(
    entry({
      // Numbered in the order of insertion.
      sourceEvent: sql`'payment:' || p.id || ':' || (select count(*) from referrals e where e.payment_id = p.id)`,
      kind: sql`case when ${missing} > 0 then 'commission' else 'reversal' end`,
      cents: missing,
      // With the first entry, so that a payout takes both or neither.
      status: sql`case when c.status = 'pending' then 'pending' else ${byAge(sql`p.payment_date + ${windowMs}`, now)} end`,
      now,
      from: sql`payments p join referrals c on ${isFirstEntry} join users r on r.id = c.referrer_id`,
      where: sql`p.id = ${paymentId} and ${missing} <> 0 and r.deleted_at is null`,
    }),
  )
}

/** `c` is the first entry of payment `p`. */
const isFirstEntry = sql`c.payment_id = p.id and c.source_event = 'payment:' || p.id`

type Entry = Record<'sourceEvent' | 'kind' | 'cents' | 'status' | 'from' | 'where', SQL> & { now: number }

/** One row of the ledger about payment `p` for referrer `r`: every column, in the order of the table. */
const entry = ({ sourceEvent, kind, cents, status, now, from, where }: Entry) =>
  sql`select null, r.id, p.user_id, p.id, p.subscription_id, ${sourceEvent}, ${kind}, ${cents}, ${status}, ${now},
    p.payment_date + ${windowMs}, null, null from ${from} where ${where}`

/** Notifies the referrer's screens. Only the database knows amount and id of the entry, so the query fills them in. */
const notifyReferrer = (
  db: Db,
  { paymentId, revision }: { paymentId: number; revision: number },
  now: number,
) => {
  const title = 'You earned #AMOUNT#'
  const message = `A customer you referred has paid. The commission stays pending for ${REFUND_WINDOW_DAYS} days, because the customer can still get a refund.`
  const earned = notification(
    { id: 'commission-#ID#', type: 'success', title, message, link: REFERRALS_LINK },
    now,
  )
  const filledIn = sql`replace(replace(${JSON.stringify([REFRESH, earned])}, '#ID#', c.id), '#AMOUNT#',
    printf('$%,d.%02d', c.commission_cents / 100, c.commission_cents % 100))`
  const messages = sql`case when c.created_at = ${now} then ${filledIn} else ${JSON.stringify([REFRESH])} end`
  return enqueueFrom(db, {
    key: `commission:${paymentId}:${revision}`,
    payload: sql`json_object('userId', c.referrer_id, 'messages', json(${messages}))`,
    from: sql`payments p join referrals c on ${isFirstEntry} join users r on r.id = c.referrer_id
      where p.id = ${paymentId} and p.updated_at = ${now} and r.deleted_at is null`,
    now,
  })
}

/** Completes commissions whose refund window has passed, whose payment still earns, and that have no open refund. */
export const completeMature = (db: Db, now: number) =>
  db
    .update(referrals)
    .set({ status: 'completed' })
    .where(
      and(
        sql`${referrals.status} = 'pending'`,
        lte(referrals.maturesAt, now),
        sql`exists (select 1 from payments p where p.id = ${referrals.paymentId} and p.status in (${oneOf(EARNING)}))`,
        sql`not ${hasOpenRefund}`,
      ),
    )

/**
 * Makes payouts of one month for up to `limit` affiliates whose completed, unpaid entries have a positive sum. A payout
 * takes all these entries, negative ones too. In one batch it is inserted with 0 cents, takes its entries and gets
 * their sum: of two runs at once the second finds neither the affiliate nor the entries.
 */
export const openPayouts = (db: Db, { period, limit }: { period: string; limit: number }, now: number) => {
  const isNew = sql`status = 'open' and period = ${period} and total_cents = 0`
  const isPayable = sql`e.status = 'completed' and e.payout_id is null`
  return [
    // Every column, in the order of the table.
    db.insert(referralPayouts).select(
      sql`select null, e.referrer_id, ${period}, 0, 'open', ${now}, null, u.payout_address, null, null
        from referrals e indexed by referrals_payable join users u on u.id = e.referrer_id
        where ${isPayable} and u.deleted_at is null and u.deactivated_at is null
          and not exists (select 1 from referral_payouts p where p.referrer_id = e.referrer_id and p.period = ${period})
        group by e.referrer_id having sum(e.commission_cents) > 0 limit ${limit}`,
    ),
    db
      .update(referrals)
      .set({
        payoutId: sql`(select p.id from referral_payouts p where p.referrer_id = ${referrals.referrerId} and ${isNew})`,
      })
      // The plus stops the planner from scanning all entries without a payout: only these few affiliates' are needed.
      .where(sql`status = 'completed' and +payout_id is null
        and referrer_id in (select referrer_id from referral_payouts where ${isNew})`),
    db
      .update(referralPayouts)
      .set({
        totalCents: sql`(select sum(e.commission_cents) from referrals e where e.payout_id = ${referralPayouts.id})`,
      })
      .where(isNew),
  ] as const
}

export const noteRun = (db: Db, { actorId, period, ip, now }: Actor & { period: string }) =>
  noteAction(db, { actorId, action: 'payouts.run', subject: `payouts:${period}`, ip, now })

type Actor = { actorId: number; ip: string | null; now: number }

/** Refuses the batch where the payout is gone, paid, or has changed. */
export const noteNowPaid = (
  db: Db,
  payout: { id: number; totalCents: number; address: string | null },
  { actorId, reference, ip, now }: Actor & { reference: string },
) =>
  noteAction(db, {
    actorId,
    action: 'payouts.paid',
    onlyIf: sql`exists (select 1 from referral_payouts p where p.id = ${payout.id} and p.status = 'open'
      and p.total_cents = ${payout.totalCents} and p.address is ${payout.address})`,
    subject: `payout:${payout.id}`,
    before: { status: 'open' },
    after: { status: 'paid', reference, totalCents: payout.totalCents },
    ip,
    now,
  })

export const markPaid = (
  db: Db,
  payoutId: number,
  { actorId, reference, now }: Actor & { reference: string },
): Write[] => [
  db
    .update(referralPayouts)
    .set({ status: 'paid', paidAt: now, paidBy: actorId, reference })
    .where(eq(referralPayouts.id, payoutId)),
  db.update(referrals).set({ status: 'paid', paidAt: now }).where(eq(referrals.payoutId, payoutId)),
]

/**
 * Sets the address that commissions are paid to, also on open payouts. The audit entry comes first, and refuses the
 * batch where the checked password is not the account's password any more.
 */
export const movePayouts = (
  db: Db,
  owner: { id: number; checkedHash: string },
  { address, before, after }: { address: string; before: string | null; after: string },
  { ip, now }: { ip: string | null; now: number },
): Write[] => [
  noteAction(db, {
    actorId: owner.id,
    action: 'payout-address.change',
    onlyIf: sql`exists (select 1 from users where id = ${owner.id} and password = ${owner.checkedHash}
      and deleted_at is null)`,
    subject: `user:${owner.id}`,
    before: { payoutAddress: before },
    after: { payoutAddress: after },
    ip,
    now,
  }),
  db.update(users).set({ payoutAddress: address, updatedAt: now }).where(eq(users.id, owner.id)),
  db
    .update(referralPayouts)
    .set({ address })
    .where(and(eq(referralPayouts.referrerId, owner.id), eq(referralPayouts.status, 'open'))),
]
