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
 * No approved refund of unapplied funds is without a next check: the payment may be final, and a run may have crashed
 * before its provider knew the refund. Refunds of sales have a next attempt of their own.
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
 * A checkout for the balance, before its provider is asked for it. Refused where another one is open, or where the payment
 * changed since its amount due was computed.
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

/** Stores where the balance is paid; no row comes back where it is closed by now, or paid at another page. */
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

/** The provider sent an event of the checkout before we knew its id there. */
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

/** What the provider said of the checkout; one that is closed stays closed. */
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
 * A refund of unapplied funds: its row before the provider is asked, in the batch that takes it out of what we
 * received. Refused where the payment has moved on, or where another refund of it is under way.
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
      // Until the provider has taken it over.
      nextCheckAt: now + MINUTE,
      updatedAt: now,
    })
    .where(eq(payments.id, seen.id)),
]

/**
 * One caller at a time asks the provider for the refund: one without idempotency keys would do it twice for two. Not
 * `nextAttemptAt`, by which refunds of sales are swept.
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

/** One caller's right to have the provider refund it; a later caller's attempt has a larger number. */
export type UnappliedClaim = { id: number; paymentId: number; attempts: number }

/** Counts the claim from now on. No row comes back where a later caller has it, or carried it out. */
export const renewUnappliedClaim = (db: Db, { id, attempts }: UnappliedClaim, now: number) =>
  db
    .update(refunds)
    .set({ updatedAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'approved'), eq(refunds.attempts, attempts)))
    .returning({ id: refunds.id })

/**
 * The provider refunds it. That is all there is for us to do, so it is final, and a later refund of the sale is not in
 * its way; where there is a claim address, the money waits there for the buyer.
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

/** The provider refused: the funds are unapplied as before. */
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
