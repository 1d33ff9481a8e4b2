import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { REFUND_ASKERS } from '#shared/refunds/contract.ts'
import type { Db } from '../../db/client.ts'
import { isOutsideSale, isSecond } from '../../db/payment-history.ts'
import { refuseUnless } from '../../db/refuse-unless.ts'
import { refunds } from '../../db/schema/refunds.ts'
import { REFUND_CLAIM_MS } from '../../providers/payment-provider.ts'
import { nextCheckAtProvider } from './rules.ts'

/** A second payment for what its buyer had is refunded by the shop: it is none of their requests. */
const wasRefunded = sql`not ${isSecond('p')} and (p.status = 'refunded' or exists (select 1 from refunds r
  where r.payment_id = p.id and r.asked_by = 'customer' and r.status in ('review', 'approved', 'pending', 'succeeded')
    and not ${isOutsideSale('r')}))`

/**
 * Whether the person who made the payment of the query around it, by account or mailbox, had a refund of the same
 * product before, or is about to be. What an account of another mailbox named as its receipt's address is not counted
 * against the account whose mailbox it is: otherwise anybody could take a stranger's guarantee away.
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
  actorId: number
  reason: string | null
  now: number
}

/** Due at once: its writer carries it out, and the sweep where that fails. */
const row = ({ now, ...refund }: NewRefund, status: 'approved' | 'review') => ({
  ...refund,
  status,
  nextAttemptAt: status === 'approved' ? now : null,
  createdAt: now,
  updatedAt: now,
})

/** Of the payment of the query around it: our refunds are in what it counts, so that the difference is known. */
const isCounted = sql`(select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = payments.id
  and r.status in ('pending', 'succeeded') and not ${isOutsideSale('r')}) <= payments.refunded_cents`

/**
 * A refund that a customer asked for. It has no status, which the table refuses, where the payment or the person's past
 * is not any more what was decided on; and of two at once the index on open refunds refuses one.
 */
export const insertAsked = (
  db: Db,
  refund: NewRefund,
  seen: { revision: number; repeated: boolean; status: 'approved' | 'review' },
) =>
  db.insert(refunds).values({
    ...row(refund, seen.status),
    status: sql`(select ${refuseUnless(
      sql`payments.revision = ${seen.revision} and ${isCounted} and ${wasRepeated} = ${seen.repeated ? 1 : 0}`,
      seen.status,
    )} from payments where payments.id = ${refund.paymentId})`,
  })

/** One that an admin starts; refused likewise where the payment moved on. */
export const insertStarted = (db: Db, refund: NewRefund, seen: { revision: number }) =>
  db.insert(refunds).values({
    ...row(refund, 'approved'),
    status: sql`(select ${refuseUnless(sql`payments.revision = ${seen.revision} and ${isCounted}`, 'approved')}
      from payments where payments.id = ${refund.paymentId})`,
  })

/** No row comes back where it is not due, or in somebody else's hands. */
export const claimRefund = (db: Db, reference: string, now: number) =>
  db
    .update(refunds)
    .set({ attempts: sql`${refunds.attempts} + 1`, nextAttemptAt: now + REFUND_CLAIM_MS, updatedAt: now })
    .where(
      and(eq(refunds.reference, reference), eq(refunds.status, 'approved'), lte(refunds.nextAttemptAt, now)),
    )
    .returning({ id: refunds.id, attempts: refunds.attempts })

/** One caller's right to carry out a refund; a later caller's attempt has a larger number. */
export type RefundClaim = { id: number; attempts: number }

const isClaimedBy = ({ id, attempts }: RefundClaim) =>
  and(eq(refunds.id, id), eq(refunds.status, 'approved'), eq(refunds.attempts, attempts))

/** Counts the claim from now on. No row comes back where a later caller has it, or carried it out. */
export const renewClaim = (db: Db, claim: RefundClaim, now: number) =>
  db
    .update(refunds)
    .set({ nextAttemptAt: now + REFUND_CLAIM_MS, updatedAt: now })
    .where(isClaimedBy(claim))
    .returning({ id: refunds.id })

/** The provider has it. */
export const markGiven = (
  db: Db,
  id: number,
  given: { refundId: string; claimUrl: string | null },
  now: number,
) =>
  db
    .update(refunds)
    .set({
      // With a page where its receiver claims it there is nothing left to do for us, nor in the way of another refund.
      status: given.claimUrl === null ? 'pending' : 'succeeded',
      providerRefundId: given.refundId,
      claimUrl: given.claimUrl,
      lastError: null,
      attempts: 0,
      // Soon: what it means for the payment is asked right after, and by the sweep where that fails.
      nextAttemptAt: now + REFUND_CLAIM_MS,
      updatedAt: now,
    })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'approved')))

/**
 * It is being checked: where its provider does not answer, those behind it have their turn first. No row comes back where
 * it is not due, or another run checks it.
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

/** Its payment was brought up to date after the provider took it: what its provider still works on is checked daily. */
export const scheduleDailyCheck = (db: Db, id: number, now: number) =>
  db
    .update(refunds)
    .set({
      nextAttemptAt: sql`case when ${refunds.status} = 'pending' then ${nextCheckAtProvider(now)} end`,
      attempts: sql`${refunds.attempts} + 1`,
    })
    .where(and(eq(refunds.id, id), inArray(refunds.status, ['pending', 'succeeded'])))

/** Not before the claim ends: the provider may still carry out a call whose answer was lost. */
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

/** From review only: where another admin decided first it has no status, and the table refuses the batch. */
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
