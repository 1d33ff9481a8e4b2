import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { paymentEvents, payments, webhookEvents } from '../../db/schema/payments.ts'
import type { HostedCheckout } from '../../providers/payment-provider.ts'
import { nextCheckAt, sourcesOf } from './rules.ts'

export const insertPayment = (db: Db, payment: typeof payments.$inferInsert) =>
  db.insert(payments).values(payment).returning({ id: payments.id })

/** Remembers where the buyer pays. */
export const attachCheckout = (db: Db, id: number, checkout: HostedCheckout, now: number) =>
  db
    .update(payments)
    .set({
      paymentId: checkout.checkoutId,
      hostedUrl: checkout.url,
      expiresAt: checkout.expiresAt,
      updatedAt: now,
    })
    .where(eq(payments.id, id))

/** What happens to a payment once: the first row of its batch, so that a second try rolls back whole. */
export const recordOnce = (
  db: Db,
  event: { paymentId: number; kind: string; source: string; details: Record<string, unknown>; now: number },
) =>
  db.insert(paymentEvents).values({
    paymentId: event.paymentId,
    kind: event.kind,
    source: event.source,
    details: event.details,
    createdAt: event.now,
  })

/** Guarded by the statuses from which `completed` may be reached. */
export const completePayment = (
  db: Db,
  id: number,
  paid: { checkoutId: string | null; transactionId: string | null; email: string | null },
  now: number,
) =>
  db
    .update(payments)
    .set({
      status: 'completed',
      paymentId: sql`coalesce(${payments.paymentId}, ${paid.checkoutId})`,
      transactionId: paid.transactionId,
      email: sql`coalesce(${payments.email}, ${paid.email})`,
      flaggedReason: null,
      nextCheckAt: null,
      paymentDate: now,
      updatedAt: now,
    })
    .where(and(eq(payments.id, id), inArray(payments.status, sourcesOf('completed'))))

export const linkSubscription = (db: Db, id: number, stripeSubscriptionId: string) =>
  db
    .update(payments)
    .set({
      subscriptionId: sql`(select id from subscriptions where stripe_subscription_id = ${stripeSubscriptionId})`,
    })
    .where(eq(payments.id, id))

export const closePayment = (db: Db, id: number, to: 'failed' | 'expired', now: number) =>
  db
    .update(payments)
    .set({ status: to, nextCheckAt: null, updatedAt: now })
    .where(and(eq(payments.id, id), inArray(payments.status, sourcesOf(to))))

export const flagPayment = (db: Db, id: number, reason: string, now: number) =>
  db
    .update(payments)
    .set({ flaggedReason: reason, nextCheckAt: null, updatedAt: now })
    .where(eq(payments.id, id))

export const scheduleCheck = (db: Db, id: number, checks: number, now: number) =>
  db
    .update(payments)
    .set({ checks: checks + 1, nextCheckAt: nextCheckAt(checks + 1, now), lastCheckedAt: now })
    .where(and(eq(payments.id, id), eq(payments.status, 'pending'), isNull(payments.flaggedReason)))

/** Of several pages that ask at once, one asks the provider; the others read what it found. */
export const claimCheck = (db: Db, id: number, now: number, minimumMs: number) =>
  db
    .update(payments)
    .set({ lastCheckedAt: now })
    .where(
      and(
        eq(payments.id, id),
        eq(payments.status, 'pending'),
        or(isNull(payments.lastCheckedAt), lt(payments.lastCheckedAt, now - minimumMs)),
      ),
    )
    .returning({ id: payments.id })

/** The inbox keeps every event once, whatever is done with it later. */
export const storeEvent = (
  db: Db,
  event: { provider: string; eventId: string; type: string; payload: string; now: number },
) =>
  db
    .insert(webhookEvents)
    .values({
      provider: event.provider,
      eventId: event.eventId,
      type: event.type,
      payload: event.payload,
      receivedAt: event.now,
    })
    .onConflictDoNothing()

export const markEventHandled = (db: Db, provider: string, eventId: string, outcome: string, now: number) =>
  db
    .update(webhookEvents)
    .set({ handledAt: now, outcome, lastError: null, attempts: sql`${webhookEvents.attempts} + 1` })
    .where(
      and(
        eq(webhookEvents.provider, provider),
        eq(webhookEvents.eventId, eventId),
        isNull(webhookEvents.handledAt),
      ),
    )

export const markEventFailed = (db: Db, provider: string, eventId: string, error: string) =>
  db
    .update(webhookEvents)
    .set({ lastError: error, attempts: sql`${webhookEvents.attempts} + 1` })
    .where(and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, eventId)))
