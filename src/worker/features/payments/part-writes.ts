import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { MINUTE } from '../../core/time.ts'
import type { Db, Write } from '../../db/client.ts'
import { paymentCheckouts, payments } from '../../db/schema/payments.ts'
import { refunds } from '../../db/schema/refunds.ts'
import { type HostedCheckout, REFUND_CLAIM_MS } from '../../providers/payment-provider.ts'
import type { CollectingProvider, CryptoProvider, PaymentStatus } from './contract.ts'
import { CHECKOUT_LIFETIME_MS, nextCheckAt, wasMade } from './rules.ts'
import { nextRevision, PROCESSING_KIND, recordOnce } from './writes.ts'

/**
 * Our own refunds of a payment, brought to what came of its money; written after the payment in its batch. What its
 * provider counts has succeeded; what went back outside the sale is none of it. Where less counts than before (`fell`), a
 * refund failed after all: the oldest ones are taken to stand.
 */
export function restateRefunds(db: Db, paymentId: number, fell: boolean, now: number): Write[] {
  const upToThis = sql`(select sum(r.amount_cents) from refunds r
    where r.payment_id = ${paymentId} and r.id <= refunds.id and r.status in ('pending', 'succeeded')
      and not ${isOutsideSale('r')})`
  const counted = sql`(select p.refunded_cents from payments p where p.id = ${paymentId})`
  const ofSale = and(eq(refunds.paymentId, paymentId), sql`not ${isOutsideSale('refunds')}`)
  const final = { nextAttemptAt: null, updatedAt: now }
  const succeeded = db
    .update(refunds)
    .set({ status: 'succeeded', lastError: null, ...final })
    .where(and(ofSale, eq(refunds.status, 'pending'), sql`${upToThis} <= ${counted}`))
  if (!fell) return [succeeded]
  const failed = db
    .update(refunds)
    .set({ status: 'failed', lastError: 'The provider gave the money back to the shop', ...final })
    .where(and(ofSale, eq(refunds.status, 'succeeded'), sql`${upToThis} > ${counted}`))
  return [failed, succeeded]
}

/**
 * Nor is money that was decided to go back outside a sale, and that its provider has not taken over: the payment may be
 * final, and somebody may have died with the refund in hand. Refunds of sales have a next attempt of their own.
 */
export const adoptReturns = (db: Db, now: number) =>
  db
    .update(payments)
    .set({ nextCheckAt: now })
    .where(
      and(
        sql`${payments.id} in (select r.payment_id from refunds r where r.status = 'approved' and r.next_attempt_at is null)`,
        isNull(payments.nextCheckAt),
      ),
    )

/**
 * A page for the rest, before its provider is asked for it. Refused where another one is open, or where the payment has
 * moved on since what is missing was reckoned.
 */
export const insertRest = (
  db: Db,
  seen: { id: number; revision: number; status: PaymentStatus; paymentProvider: CryptoProvider },
  rest: { reference: string; amountCents: number },
  now: number,
): Write[] => [
  db.insert(paymentCheckouts).values({
    ...rest,
    paymentId: seen.id,
    provider: seen.paymentProvider,
    createdAt: now,
    expiresAt: now + CHECKOUT_LIFETIME_MS,
  }),
  db
    .update(payments)
    .set({ revision: nextRevision(seen, seen.status), checks: 0, nextCheckAt: nextCheckAt(0, null, now) })
    .where(eq(payments.id, seen.id)),
]

/** Remembers where the rest is paid; no row comes back where it is closed by now, or paid at another page. */
export const attachRest = (db: Db, id: number, checkout: HostedCheckout) =>
  db
    .update(paymentCheckouts)
    .set({ checkoutId: checkout.checkoutId, hostedUrl: checkout.url, expiresAt: checkout.expiresAt })
    .where(
      and(
        eq(paymentCheckouts.id, id),
        isNull(paymentCheckouts.closedAt),
        or(isNull(paymentCheckouts.checkoutId), eq(paymentCheckouts.checkoutId, checkout.checkoutId)),
      ),
    )
    .returning({ id: paymentCheckouts.id })

/** The provider told of the page before we knew its id there. */
export const adoptRest = (db: Db, provider: CollectingProvider, reference: string, checkoutId: string) =>
  db
    .update(paymentCheckouts)
    .set({ checkoutId })
    .where(
      and(
        eq(paymentCheckouts.reference, reference),
        eq(paymentCheckouts.provider, provider),
        isNull(paymentCheckouts.checkoutId),
      ),
    )
    .returning({ paymentId: paymentCheckouts.paymentId })

/** What the provider said of the page; a page that is closed stays so. */
export const noteRest = (db: Db, id: number, seen: { receivedCents: number; over: boolean }, now: number) =>
  db
    .update(paymentCheckouts)
    .set({
      receivedCents: seen.receivedCents,
      ...(seen.over && { closedAt: sql`coalesce(${paymentCheckouts.closedAt}, ${now})` }),
    })
    .where(eq(paymentCheckouts.id, id))

const RETURN_KIND = 'given-back:'

/**
 * Whether a refund gave money back outside the sale; `refund` is its table's name in the query. The payment's history says
 * so: what somebody writes as a reason decides nothing. Who sums refunds of sales leaves these out.
 */
export const isOutsideSale = (refund: 'refunds' | 'r') => {
  const of = sql.raw(refund)
  return sql`exists (select 1 from payment_events e
    where e.payment_id = ${of}.payment_id and e.kind = ${RETURN_KIND} || ${of}.reference)`
}

export const SECOND_KIND = 'second-payment'

/**
 * Whether a payment was a second one for what its buyer had, which the shop refunds; `payment` is its table's name in the
 * query.
 */
export const isSecond = (payment: 'payments' | 'p' | 'q') => {
  const of = sql.raw(payment)
  return sql<number>`exists (select 1 from payment_events e where e.payment_id = ${of}.id and e.kind = ${SECOND_KIND})`
}

/** What of a payment's money stands in its history and its refunds, as columns of a query about payments. */
export const moneyAside = {
  /** Its buyer has paid, and the money takes days to arrive. Not where too little arrived: the rest is still to be paid. */
  isProcessing: sql<number>`(${payments.status} = 'pending' and ${payments.receivedCents} = 0 and exists (select 1 from payment_events e
    where e.payment_id = ${payments.id} and e.kind = ${PROCESSING_KIND}))`,
  isSecond: isSecond('payments'),
  /** It had been given up before it was paid. */
  wasClosed: sql<number>`exists (select 1 from payment_events e
    where e.payment_id = ${payments.id} and e.kind in ('expired', 'failed'))`,
  /** Went back outside the sale. */
  returnedCents: sql<number>`(select coalesce(sum(r.amount_cents), 0) from refunds r
    where r.payment_id = ${payments.id} and r.status in ('approved', 'succeeded') and ${isOutsideSale('r')})`,
  /** Where the buyer claims what was returned last. */
  claimUrl: sql<string | null>`(select r.claim_url from refunds r
    where r.payment_id = ${payments.id} and r.status = 'succeeded' and ${isOutsideSale('r')}
    order by r.id desc limit 1)`,
}
export type MoneyAside = {
  isProcessing: number
  isSecond: number
  wasClosed: number
  returnedCents: number
  claimUrl: string | null
}

/**
 * Money that goes back outside the sale: its row before the provider is told, in the batch that takes it out of what
 * lies here. Refused where the payment has moved on, or where another refund of it is under way.
 */
export const insertReturn = (
  db: Db,
  seen: { id: number; revision: number; status: PaymentStatus; receivedCents: number },
  given: { reference: string; amountCents: number; userId: number; source: string },
  now: number,
): Write[] => [
  recordOnce(db, {
    paymentId: seen.id,
    kind: `${RETURN_KIND}${given.reference}`,
    source: given.source,
    details: { amountCents: given.amountCents, of: wasMade(seen.status) ? 'excess' : 'unsettled' },
    now,
  }),
  db.insert(refunds).values({
    paymentId: seen.id,
    reference: given.reference,
    amountCents: given.amountCents,
    status: 'approved',
    askedBy: 'customer',
    actorId: given.userId,
    reason: wasMade(seen.status) ? 'More arrived than was asked' : 'Less arrived than was asked',
    createdAt: now,
    updatedAt: now,
  }),
  db
    .update(payments)
    .set({
      revision: nextRevision(seen, seen.status),
      receivedCents: seen.receivedCents - given.amountCents,
      // Until the provider has taken it over.
      nextCheckAt: now + MINUTE,
      updatedAt: now,
    })
    .where(eq(payments.id, seen.id)),
]

/**
 * One caller at a time asks the provider to give it back: one without idempotency keys would do it twice for two. Not
 * `nextAttemptAt`, by which refunds of sales are swept.
 */
export const claimReturn = (db: Db, id: number, now: number) =>
  db
    .update(refunds)
    .set({ attempts: sql`${refunds.attempts} + 1`, updatedAt: now })
    .where(
      and(
        eq(refunds.id, id),
        eq(refunds.status, 'approved'),
        or(eq(refunds.attempts, 0), lte(refunds.updatedAt, now - REFUND_CLAIM_MS)),
      ),
    )
    .returning({ id: refunds.id, paymentId: refunds.paymentId, attempts: refunds.attempts })

/** One caller's right to have the provider give it back; a later caller's attempt has a larger number. */
export type ReturnClaim = { id: number; paymentId: number; attempts: number }

/** Counts the claim from now on. No row comes back where a later caller has it, or carried it out. */
export const renewReturn = (db: Db, { id, attempts }: ReturnClaim, now: number) =>
  db
    .update(refunds)
    .set({ updatedAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'approved'), eq(refunds.attempts, attempts)))
    .returning({ id: refunds.id })

/**
 * The provider gives it back. That is all there is for us to do, so it is final, and a later refund of the sale is not in
 * its way; where there is a claim address, the money waits there for the buyer.
 */
export const completeReturn = (
  db: Db,
  id: number,
  { refundId, claimUrl }: { refundId: string; claimUrl: string | null },
  now: number,
) =>
  db
    .update(refunds)
    .set({ status: 'succeeded', providerRefundId: refundId, claimUrl, lastError: null, updatedAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'approved')))

/** The provider will not: the money lies here as before. */
export const failReturn = (
  db: Db,
  { id, paymentId, attempts }: ReturnClaim,
  amountCents: number,
  error: string,
  now: number,
): Write[] => [
  db
    .update(payments)
    .set({
      revision: sql`${payments.revision} + 1`,
      receivedCents: sql`${payments.receivedCents} + ${amountCents}`,
      updatedAt: now,
    })
    .where(
      and(
        eq(payments.id, paymentId),
        sql`exists (select 1 from refunds r where r.id = ${id} and r.status = 'approved'
          and r.attempts = ${attempts})`,
      ),
    ),
  db
    .update(refunds)
    .set({ status: 'failed', lastError: error, updatedAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'approved'), eq(refunds.attempts, attempts))),
]
