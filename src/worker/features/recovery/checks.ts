import { type SQL, sql } from 'drizzle-orm'
import { FINDINGS } from '#shared/email/outcome-rules.ts'
import type { Book } from '#shared/recovery/rules.ts'
import type { FindingKind } from '#shared/recovery/terms.ts'
import { COMMISSION_PERCENT } from '#shared/referrals/rules.ts'
import { grantedIds } from '../../db/granted-ids.ts'
import { isSecond } from '../../db/payment-history.ts'
import { decidingPayment } from '../access/writes.ts'
import { FORGOTTEN_ADDRESS } from '../email/writes.ts'

/** A range of row ids of one book, both ends included. */
export type Ids = { from: number; to: number }

/** A comparison within one book: every row that the query returns is a finding about the row with this `id`. */
export type Check = { kind: FindingKind; book: Book; find: (ids: Ids) => SQL }

const within = (column: SQL, { from, to }: Ids) => sql`${column} between ${from} and ${to}`

const isReversed = sql`('refunded', 'disputed')`
const isStanding = sql`('completed', 'partially_refunded')`

/** A column of the payment that decides about a subscription's grant. */
const deciding = (what: SQL, owner: SQL) => decidingPayment(what, sql`${owner}.subscription_id`)

/** True where the grant is open to the buyer, or an admin revoked it deliberately. A guest's grant has no account. */
const opens = sql`(g.status = 'revoked' or (g.is_active = 1 and not (g.user_id is null and q.user_id is not null)))`

const paidNoAccess = (ids: Ids) => sql`
  select q.id as id, q.user_id as userId, q.script_id as productId, q.status as status from payments q
  where ${within(sql`q.id`, ids)} and q.status in ${isStanding} and q.payment_date is not null
    and not ${isSecond('q')}
    and case when q.purchase_type = 'one-time'
      then exists (select 1 from json_each(${grantedIds('q')}) i where not exists (select 1 from user_scripts g
        where g.payment_id = q.id and g.script_id = i.value and ${opens}))
      else q.subscription_id is null
        or (${deciding(sql`p.id`, sql`q`)} = q.id
          and not exists (select 1 from user_scripts g where g.subscription_id = q.subscription_id and ${opens}))
      end`

const isPaidGrant = sql`g.is_active = 1 and g.access_type in ('purchase', 'subscription')`

const accessNotPaid = (ids: Ids) => sql`
  select g.id as id, g.payment_id as paymentId, g.user_id as userId, g.script_id as productId from user_scripts g
  where ${within(sql`g.id`, ids)} and ${isPaidGrant}
    and not exists (select 1 from payments p where p.id = g.payment_id and p.payment_date is not null)
    and not exists (select 1 from payments p where p.subscription_id = g.subscription_id and p.payment_date is not null)`

const statusBehindGrant = sql`(case when g.subscription_id is null
  then (select p.status from payments p where p.id = g.payment_id)
  else ${deciding(sql`p.status`, sql`g`)} end)`

const refundedStillActive = (ids: Ids) => sql`
  select g.id as id, g.payment_id as paymentId, g.user_id as userId, g.script_id as productId from user_scripts g
  where ${within(sql`g.id`, ids)} and ${isPaidGrant} and ${statusBehindGrant} in ${isReversed}`

const licenceStillActive = (ids: Ids) => sql`
  select l.id as id, g.id as grantId, g.payment_id as paymentId, g.user_id as userId from licences l
  join user_scripts g on g.id = l.grant_id
  where ${within(sql`l.id`, ids)} and l.revoked_at is null and g.is_active = 0`

const licenceEndedEarly = (ids: Ids) => sql`
  select l.id as id, g.id as grantId, g.payment_id as paymentId, g.user_id as userId from licences l
  join user_scripts g on g.id = l.grant_id
  where ${within(sql`l.id`, ids)} and l.revoked_at is not null and g.is_active = 1
    and (g.access_type in ('admin', 'free') or ${statusBehindGrant} in ${isStanding})`

const ledgerOff = (ids: Ids) => {
  const entered = sql`(select coalesce(sum(e.amount_cents), 0) from ledger_entries e where e.payment_id = p.id)`
  const net = sql`(case when p.payment_date is null or p.status = 'disputed' then 0
    else p.amount_cents - p.refunded_cents end)`
  return sql`
    select p.id as id, ${entered} as enteredCents, ${net} as netCents from payments p
    where ${within(sql`p.id`, ids)} and ${entered} <> ${net}`
}

/** Literals, for integer arithmetic: D1 binds every number as a float. */
const percent = sql.raw(String(COMMISSION_PERCENT))
const earns = sql`(case when p.status in ${isStanding} and p.payment_date is not null and not ${isSecond('p')}
  then ((p.amount_cents - p.refunded_cents) * ${percent} + 50) / 100 else 0 end)`
/** Without affiliates whose account was deleted: their commissions no longer change. */
const entered = sql`(select coalesce(sum(e.commission_cents), 0) from referrals e
  join users r on r.id = e.referrer_id and r.deleted_at is null
  where e.payment_id = p.id and e.status <> 'cancelled')`
const hasOpenBooks = sql`exists (select 1 from referrals e join users r on r.id = e.referrer_id
  where e.payment_id = p.id and r.deleted_at is null)`
/** For a sale without an entry: an own purchase earns no commission, and neither does a closed account. */
const isEarned = sql`exists (select 1 from users r left join users b on b.id = p.user_id
  where r.id = p.referrer_id and r.deleted_at is null and r.deactivated_at is null and r.id is not p.user_id
    and r.email_identity is not p.email_identity and r.email_identity is not b.email_identity)`

const commission = (condition: SQL) => (ids: Ids) =>
  sql`
  select p.id as id, p.referrer_id as referrerId, ${entered} as enteredCents, ${earns} as earnedCents from payments p
  where ${within(sql`p.id`, ids)} and ${condition}`

const ownerlessCommission = (ids: Ids) => sql`
  select e.id as id, e.referrer_id as referrerId, e.commission_cents as enteredCents from referrals e
  where ${within(sql`e.id`, ids)} and e.payment_id is null and e.kind = 'commission' and e.status <> 'cancelled'`

/**
 * A coupon use that should be released, because its payment was refunded in full or was closed without money received;
 * or a use that is still reserved although its payment was made.
 */
const useOff = (ids: Ids) => sql`
  select u.id as id, u.payment_id as paymentId, u.coupon_id as couponId, u.state as state, p.status as status
  from coupon_usages u join payments p on p.id = u.payment_id
  where ${within(sql`u.id`, ids)} and (
    (u.state <> 'released' and (p.status = 'refunded' or (p.status in ('failed', 'expired') and p.received_cents = 0)))
    or (u.state = 'held' and p.payment_date is not null))`

const liveUses = sql`(select count(*) from coupon_usages u where u.coupon_id = c.id and u.state <> 'released')`
const couponOff = (ids: Ids) => sql`
  select c.id as id, c.code as code, c.current_uses as currentUses, ${liveUses} as liveUses from coupons c
  where ${within(sql`c.id`, ids)} and c.current_uses <> ${liveUses}`

/** A second payment grants nothing. Where its refund has failed, its money waits for a person. */
const isUnrefundedSecond = sql`(${isSecond('p')} and p.status in ${isStanding}
  and not exists (select 1 from refunds r where r.payment_id = p.id and (r.status in ('approved', 'pending') or r.next_attempt_at is not null)))`

const flagged = (ids: Ids) => sql`
  select p.id as id, p.user_id as userId, p.amount_cents as amountCents,
    coalesce(p.flagged_reason, 'A second payment that is not refunded') as reason from payments p
  where ${within(sql`p.id`, ids)} and (p.flagged_reason is not null or ${isUnrefundedSecond})`

export const CHECKS: readonly Check[] = [
  { kind: 'paid-no-access', book: 'payment', find: paidNoAccess },
  { kind: 'ledger-off', book: 'payment', find: ledgerOff },
  {
    kind: 'commission-without-sale',
    book: 'payment',
    find: commission(sql`${entered} > ${earns} and ${hasOpenBooks}`),
  },
  {
    kind: 'sale-without-commission',
    book: 'payment',
    find: commission(sql`${entered} < ${earns}
      and case when exists (select 1 from referrals e where e.payment_id = p.id) then ${hasOpenBooks} else ${isEarned} end`),
  },
  { kind: 'needs-attention', book: 'payment', find: flagged },
  { kind: 'access-not-paid', book: 'grant', find: accessNotPaid },
  { kind: 'refunded-still-active', book: 'grant', find: refundedStillActive },
  { kind: 'refunded-still-active', book: 'licence', find: licenceStillActive },
  { kind: 'paid-no-access', book: 'licence', find: licenceEndedEarly },
  { kind: 'coupon-off', book: 'usage', find: useOff },
  { kind: 'coupon-off', book: 'coupon', find: couponOff },
  { kind: 'commission-without-sale', book: 'referral', find: ownerlessCommission },
]

/** Rows that wait for a person, oldest first: events that were given up; below, undeliverable receipts and withdrawal notices. */
export const givenUpEvents = (limit: number, id?: number) => sql`
  select id, provider, event_id as eventId, type, attempts, last_error as error from webhook_events
  where handled_at is null and received_at > 0 and next_attempt_at is null ${id === undefined ? sql`` : sql`and id = ${id}`}
  order by received_at limit ${limit}`

export const deadMails = (limit: number, id?: number) => sql`
  select id, payment_id as paymentId, last_error as error from email_deliveries
  where status = 'dead' and template in ${FINDINGS} and to_address <> ${FORGOTTEN_ADDRESS} ${id === undefined ? sql`` : sql`and id = ${id}`}
  order by id limit ${limit}`
