import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { REFUND_ASKERS } from '#shared/refunds/contract.ts'
import type { Db } from '../../db/client.ts'
import { isCredited, isOutsideSale, isSecond } from '../../db/payment-history.ts'
import { refuseUnless } from '../../db/refuse-unless.ts'
import { refunds } from '../../db/schema/refunds.ts'
import { REFUND_CLAIM_MS } from '../../providers/payment-provider.ts'
import { nextCheckAtProvider } from './rules.ts'

/** Excludes second payments: the shop refunds them, so they are not the buyer's requests. */
const wasRefunded = sql`not ${isSecond('p')} and (p.status = 'refunded' or exists (select 1 from refunds r
  where r.payment_id = p.id and r.asked_by = 'customer' and r.status in ('review', 'approved', 'pending', 'succeeded')
    and not ${isOutsideSale('r')}))`

/**
 * True where the buyer of the outer query's payment, identified by account or mailbox, had or requested a refund of the
 * same product before. A payment of another account that only named the buyer's mailbox for its receipt does not count:
 * otherwise anyone could take a stranger's guarantee away.
 */
export const wasRepeated = sql`(exists (select 1 from payments p where p.user_id = payments.user_id
    and p.script_id = payments.script_id and p.id <> payments.id and ${wasRefunded})
  or exists (select 1 from payments p where p.email_identity in (payments.email_identity,
      (select u.email_identity from users u where u.id = payments.user_id))
    and p.script_id = payments.script_id and p.id <> payments.id and ${wasRefunded}
    and (coalesce(p.user_id, payments.user_id) is payments.user_id
      or p.email_identity is (select o.email_identity from users o where o.id = p.user_id)
      or p.email_identity is not (select u.email_identity from users u where u.id = payments.user_id))))`

type NewRefund = {
  reference: string
  paymentId: number
  amountCents: number
  askedBy: (typeof REFUND_ASKERS)[number]
  actorId: number | null
  reason: string | null
  now: number
}

/** An approved refund is due at once: its writer executes it, and the sweep retries after a failure. */
const row = ({ now, ...refund }: NewRefund, status: 'approved' | 'review') => ({
  ...refund,
  status,
  nextAttemptAt: status === 'approved' ? now : null,
  createdAt: now,
  updatedAt: now,
})

/** True where the outer query's payment counts all of our refunds, so that its remaining amount is known. */
const isCounted = sql`(select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = payments.id
  and r.status in ('pending', 'succeeded') and not ${isOutsideSale('r')}) <= payments.refunded_cents`

/**
 * A refund that a customer requested. Where the payment or the buyer's earlier refunds changed since they were read,
 * its status is null and the table refuses the row. Of two at once the index on open refunds refuses one.
 */
export const insertAsked = (
  db: Db,
  refund: NewRefund,
  seen: { revision: number; repeated: boolean; status: 'approved' | 'review' },
) =>
  db.insert(refunds).values({
    ...row(refund, seen.status),
    status: sql`(select ${refuseUnless(
      sql`payments.revision = ${seen.revision} and ${isCounted} and not ${isCredited} and ${wasRepeated} = ${seen.repeated ? 1 : 0}`,
      seen.status,
    )} from payments where payments.id = ${refund.paymentId})`,
  })

/** A refund that an admin starts. The table refuses it where the payment changed since it was read. */
export const insertStarted = (db: Db, refund: NewRefund, seen: { revision: number }) =>
  db.insert(refunds).values({
    ...row(refund, 'approved'),
    status: approvedAt(refund.paymentId, seen.revision),
  })

/** Null where the payment changed since it was read: the table refuses the refund. */
const approvedAt = (paymentId: number, revision: number, also = sql`true`) =>
  sql<'approved'>`(select ${refuseUnless(sql`payments.revision = ${revision} and ${isCounted} and ${also}`, 'approved')}
    from payments where payments.id = ${paymentId})`

/** The refund of a withdrawal from a contract, by its buyer (`actorId` null: a guest). Guarded like `insertStarted`. */
export const insertWithdrawn = (
  db: Db,
  refund: Pick<NewRefund, 'reference' | 'paymentId' | 'amountCents' | 'now'> & { actorId: number | null },
  seen: { revision: number },
) =>
  db.insert(refunds).values({
    ...row({ ...refund, askedBy: 'customer', reason: 'Withdrawal from the contract' }, 'approved'),
    status: approvedAt(refund.paymentId, seen.revision, sql`not ${isCredited}`),
  })

/** Returns no row where the refund is not due, or another caller has claimed it. */
export const claimRefund = (db: Db, reference: string, now: number) =>
  db
    .update(refunds)
    .set({ attempts: sql`${refunds.attempts} + 1`, nextAttemptAt: now + REFUND_CLAIM_MS, updatedAt: now })
    .where(
      and(eq(refunds.reference, reference), eq(refunds.status, 'approved'), lte(refunds.nextAttemptAt, now)),
    )
    .returning({ id: refunds.id, attempts: refunds.attempts })

/** One caller's right to execute a refund. The claim of a later caller has a larger `attempts`. */
export type RefundClaim = { id: number; attempts: number }

const isClaimedBy = ({ id, attempts }: RefundClaim) =>
  and(eq(refunds.id, id), eq(refunds.status, 'approved'), eq(refunds.attempts, attempts))

/** Extends the claim from now on. Returns no row where a later caller has the claim, or has executed the refund. */
export const renewClaim = (db: Db, claim: RefundClaim, now: number) =>
  db
    .update(refunds)
    .set({ nextAttemptAt: now + REFUND_CLAIM_MS, updatedAt: now })
    .where(isClaimedBy(claim))
    .returning({ id: refunds.id })

/** Marks that the provider has created the refund. */
export const markGiven = (
  db: Db,
  id: number,
  given: { refundId: string; claimUrl: string | null },
  now: number,
) =>
  db
    .update(refunds)
    .set({
      // A refund with a claim page needs nothing more from us, and does not block another refund.
      status: given.claimUrl === null ? 'pending' : 'succeeded',
      providerRefundId: given.refundId,
      claimUrl: given.claimUrl,
      lastError: null,
      attempts: 0,
      // Soon: the payment is refreshed right after this write, and by the sweep where that fails.
      nextAttemptAt: now + REFUND_CLAIM_MS,
      updatedAt: now,
    })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'approved')))

/**
 * Claims a refund for a check. Refunds after it are checked first if its provider does not respond. Returns no row
 * where the refund is not due, or another run checks it.
 */
export const claimCheck = (db: Db, id: number, now: number) =>
  db
    .update(refunds)
    .set({ nextAttemptAt: now + REFUND_CLAIM_MS })
    .where(
      and(
        eq(refunds.id, id),
        inArray(refunds.status, ['pending', 'succeeded']),
        lte(refunds.nextAttemptAt, now),
      ),
    )
    .returning({ id: refunds.id })

/** After the refresh of the payment: a refund that the provider has not completed is checked daily. */
export const scheduleDailyCheck = (db: Db, id: number, now: number) =>
  db
    .update(refunds)
    .set({
      nextAttemptAt: sql`case when ${refunds.status} = 'pending' then ${nextCheckAtProvider(now)} end`,
      attempts: sql`${refunds.attempts} + 1`,
    })
    .where(and(eq(refunds.id, id), inArray(refunds.status, ['pending', 'succeeded'])))

/** The retry is not before the end of the claim: the provider may still execute a call whose response was lost. */
export const postponeRefund = (db: Db, claim: RefundClaim, error: string, at: number, now: number) =>
  db
    .update(refunds)
    .set({
      lastError: error,
      nextAttemptAt: sql`max(coalesce(${refunds.nextAttemptAt}, 0), ${at})`,
      updatedAt: now,
    })
    .where(isClaimedBy(claim))

export const failRefund = (db: Db, claim: RefundClaim, error: string, now: number) =>
  db
    .update(refunds)
    .set({ status: 'failed', lastError: error, nextAttemptAt: null, updatedAt: now })
    .where(isClaimedBy(claim))

/** From review only: where another admin decided first, the status is null and the table refuses the batch. */
export const decideRefund = (
  db: Db,
  id: number,
  to: { status: 'approved'; amountCents: number } | { status: 'declined' },
  now: number,
) =>
  db
    .update(refunds)
    .set({
      ...to,
      status: refuseUnless(sql`refunds.status = 'review'`, to.status),
      nextAttemptAt: to.status === 'approved' ? now : null,
      updatedAt: now,
    })
    .where(eq(refunds.id, id))
