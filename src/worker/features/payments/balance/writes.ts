import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { MINUTE } from '#shared/core/time.ts'
import type { CollectingProvider, CryptoProvider, PaymentStatus } from '#shared/payments/contract.ts'
import type { Db, Write } from '../../../db/client.ts'
import { UNAPPLIED_REFUND_KIND } from '../../../db/payment-history.ts'
import { paymentCheckouts, payments } from '../../../db/schema/payments.ts'
import { refunds } from '../../../db/schema/refunds.ts'
import { type HostedCheckout, REFUND_CLAIM_MS } from '../../../providers/payment-provider.ts'
import { CHECKOUT_LIFETIME_MS, nextCheckAt, wasMade } from '../rules.ts'
import { nextRevision, recordOnce } from '../writes.ts'

/**
 * Gives the payment of every approved refund of unapplied funds a next check: the payment may be final, and a run may
 * have crashed before its provider knew the refund. Refunds of sales have a `next_attempt_at` of their own.
 */
export const adoptUnappliedRefunds = (db: Db, now: number) =>
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
 * Inserts a checkout for the balance, before its provider is asked for the page. Refused where another one is open, or
 * where the payment changed since its amount due was computed.
 */
export const insertBalanceCheckout = (
  db: Db,
  seen: { id: number; revision: number; status: PaymentStatus; paymentProvider: CryptoProvider },
  checkout: { reference: string; amountCents: number },
  now: number,
): Write[] => [
  db.insert(paymentCheckouts).values({
    ...checkout,
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

/**
 * Stores the page where the balance is paid. Returns no row where the checkout is closed by now, or has another page.
 */
export const attachBalanceCheckout = (db: Db, id: number, checkout: HostedCheckout) =>
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

/** Stores the provider's id of a checkout that has none yet, for example where the provider's event arrived first. */
export const adoptBalanceCheckout = (
  db: Db,
  provider: CollectingProvider,
  reference: string,
  checkoutId: string,
) =>
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

/** Stores the provider's observation of the checkout. A closed checkout stays closed. */
export const recordBalanceCheckout = (
  db: Db,
  id: number,
  seen: { receivedCents: number; over: boolean },
  now: number,
) =>
  db
    .update(paymentCheckouts)
    .set({
      receivedCents: seen.receivedCents,
      ...(seen.over && { closedAt: sql`coalesce(${paymentCheckouts.closedAt}, ${now})` }),
    })
    .where(eq(paymentCheckouts.id, id))

/**
 * Inserts a refund of unapplied funds before the provider is asked, and subtracts it from the received amount in the
 * same batch. Refused where the payment changed since it was read, or where another refund of the payment is open.
 */
export const insertUnappliedRefund = (
  db: Db,
  seen: { id: number; revision: number; status: PaymentStatus; receivedCents: number },
  given: { reference: string; amountCents: number; userId: number; source: string },
  now: number,
): Write[] => [
  recordOnce(db, {
    paymentId: seen.id,
    kind: `${UNAPPLIED_REFUND_KIND}${given.reference}`,
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
      // The sweep resumes the refund until the provider has accepted it.
      nextCheckAt: now + MINUTE,
      updatedAt: now,
    })
    .where(eq(payments.id, seen.id)),
]

/**
 * Lets one caller at a time ask the provider for the refund: a provider without idempotency keys would refund twice for
 * two callers. Does not use `nextAttemptAt`, by which refunds of sales are swept.
 */
export const claimUnappliedRefund = (db: Db, id: number, now: number) =>
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

/** One caller's claim on carrying out a refund. A later caller's claim has a larger `attempts`. */
export type UnappliedClaim = { id: number; paymentId: number; attempts: number }

/**
 * Restarts the claim's time limit. Returns no row where a later caller has the claim, or has carried out the refund.
 */
export const renewUnappliedClaim = (db: Db, { id, attempts }: UnappliedClaim, now: number) =>
  db
    .update(refunds)
    .set({ updatedAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'approved'), eq(refunds.attempts, attempts)))
    .returning({ id: refunds.id })

/**
 * The provider accepted the refund. It is final for us, so it does not block a later refund of the sale. Where there is
 * a claim URL, the money waits there for the buyer.
 */
export const completeUnappliedRefund = (
  db: Db,
  id: number,
  { refundId, claimUrl }: { refundId: string; claimUrl: string | null },
  now: number,
) =>
  db
    .update(refunds)
    .set({ status: 'succeeded', providerRefundId: refundId, claimUrl, lastError: null, updatedAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'approved')))

/** The provider refused the refund: its amount is unapplied again. */
export const failUnappliedRefund = (
  db: Db,
  { id, paymentId, attempts }: UnappliedClaim,
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
