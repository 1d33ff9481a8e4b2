import { and, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { emailIdentity } from '../../core/email-address.ts'
import type { Db, Write } from '../../db/client.ts'
import { userScripts } from '../../db/schema/access.ts'
import { ledgerEntries, paymentEvents, payments, webhookEvents } from '../../db/schema/payments.ts'
import { refunds } from '../../db/schema/refunds.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'
import type { HostedCheckout } from '../../providers/payment-provider.ts'
import type { PaymentStatus } from './contract.ts'
import { nextAttemptAt, nextCheckAt, type Standing, sourcesOf } from './rules.ts'

export const insertPayment = (db: Db, payment: typeof payments.$inferInsert) =>
  db.insert(payments).values(payment).returning({ id: payments.id })

/** Once per checkout or invoice: a copy of the event finds the row that is there. */
export const insertFoundPayment = (db: Db, payment: typeof payments.$inferInsert) =>
  db
    .insert(payments)
    .values(payment)
    .onConflictDoNothing({ target: [payments.paymentProvider, payments.paymentId] })

/** Remembers where the buyer pays; no row comes back where the payment is not open any more. */
export const attachCheckout = (db: Db, id: number, checkout: HostedCheckout, now: number) =>
  db
    .update(payments)
    .set({
      paymentId: checkout.checkoutId,
      hostedUrl: checkout.url,
      expiresAt: checkout.expiresAt,
      updatedAt: now,
    })
    .where(and(eq(payments.id, id), eq(payments.status, 'pending')))
    .returning({ id: payments.id })

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

/**
 * The next revision, where the payment still is the one that was decided about and may become `to`; else null, which the
 * column refuses, and the batch with it.
 */
const nextRevision = (seen: { revision: number }, to: PaymentStatus) =>
  sql<number>`case when ${payments.revision} = ${seen.revision}
    and (${payments.status} = ${to} or ${inArray(payments.status, sourcesOf(to))}) then ${payments.revision} + 1 end`

/** First of all made: guarded by the statuses from which it may be reached. */
export const completePayment = (
  db: Db,
  seen: { id: number; revision: number },
  paid: {
    checkoutId: string | null
    transactionId: string | null
    intentId: string | null
    email: string | null
    userId: number | null
    receivedCents: number
    period: { start: number; end: number } | null
  },
  now: number,
) =>
  db
    .update(payments)
    .set({
      revision: nextRevision(seen, 'completed'),
      status: 'completed',
      receivedCents: paid.receivedCents,
      intentId: paid.intentId,
      periodStart: paid.period?.start ?? null,
      periodEnd: paid.period?.end ?? null,
      paymentId: sql`coalesce(${payments.paymentId}, ${paid.checkoutId})`,
      transactionId: paid.transactionId,
      email: sql`coalesce(${payments.email}, ${paid.email})`,
      // A later confirmation of the address looks the payment up by this.
      emailIdentity: sql`coalesce(${payments.emailIdentity}, ${paid.email === null ? null : emailIdentity(paid.email)})`,
      userId: sql`coalesce(${payments.userId}, ${paid.userId})`,
      flaggedReason: null,
      nextCheckAt: null,
      paymentDate: now,
      updatedAt: now,
    })
    .where(eq(payments.id, seen.id))

/** What became of a payment that was made. */
export const changePayment = (
  db: Db,
  seen: { id: number; revision: number },
  { status, refundedCents }: Standing,
  now: number,
) =>
  db
    .update(payments)
    .set({ revision: nextRevision(seen, status), status, refundedCents, updatedAt: now })
    .where(eq(payments.id, seen.id))

/**
 * Our own refunds of a payment, brought to what came of its money; written after the payment in its batch. What its
 * provider counts has succeeded, but for what its receiver must claim first. Where less counts than before (`fell`), a
 * refund failed after all: the oldest ones are taken to stand.
 */
export function restateRefunds(db: Db, paymentId: number, fell: boolean, now: number): Write[] {
  const upToThis = sql`(select sum(r.amount_cents) from refunds r
    where r.payment_id = ${paymentId} and r.id <= refunds.id and r.status in ('pending', 'succeeded'))`
  const counted = sql`(select p.refunded_cents from payments p where p.id = ${paymentId})`
  const ofPayment = eq(refunds.paymentId, paymentId)
  const final = { nextAttemptAt: null, updatedAt: now }
  const succeeded = db
    .update(refunds)
    .set({ status: 'succeeded', lastError: null, ...final })
    .where(
      and(ofPayment, eq(refunds.status, 'pending'), isNull(refunds.claimUrl), sql`${upToThis} <= ${counted}`),
    )
  if (!fell) return [succeeded]
  const failed = db
    .update(refunds)
    .set({ status: 'failed', lastError: 'The provider gave the money back to the shop', ...final })
    .where(and(ofPayment, eq(refunds.status, 'succeeded'), sql`${upToThis} > ${counted}`))
  return [failed, succeeded]
}

/** One entry of the money ledger per change; `revision` is the one the payment had before. */
export const enterLedger = (
  db: Db,
  seen: { id: number; revision: number },
  kind: typeof ledgerEntries.$inferInsert.kind,
  amountCents: number,
  now: number,
) =>
  db
    .insert(ledgerEntries)
    .values({ paymentId: seen.id, kind, amountCents, revision: seen.revision + 1, createdAt: now })

export const linkSubscription = (db: Db, id: number, stripeSubscriptionId: string) =>
  db
    .update(payments)
    .set({
      subscriptionId: sql`(select id from subscriptions where stripe_subscription_id = ${stripeSubscriptionId})`,
    })
    .where(eq(payments.id, id))

/**
 * What was bought without an account under this address, which its account has confirmed: payments that moved money, and
 * what they gave. Safe to repeat; what has an owner keeps it.
 */
export function attachGuestPurchases(
  db: Db,
  account: { userId: number; emailKey: string; now: number },
): Write[] {
  const { userId, now: updatedAt } = account
  const ofAddress = and(
    eq(payments.emailIdentity, emailIdentity(account.emailKey)),
    // The identity folds tags and dots, and a tag may be another person's mailbox.
    sql`lower(${payments.email}) = ${account.emailKey}`,
  )
  const attached = and(ofAddress, eq(payments.userId, userId))
  const paymentIds = db.select({ id: payments.id }).from(payments).where(attached)
  const subscriptionIds = db.select({ id: payments.subscriptionId }).from(payments).where(attached)
  return [
    db
      .update(payments)
      .set({ userId, updatedAt })
      .where(and(ofAddress, isNull(payments.userId), isNotNull(payments.paymentDate))),
    db
      .update(userScripts)
      .set({ userId, updatedAt })
      // The plus keeps the planner from walking all grants without an owner: these few payments' are wanted.
      .where(and(inArray(userScripts.paymentId, paymentIds), sql`+${userScripts.userId} is null`)),
    db
      .update(subscriptions)
      .set({ userId, updatedAt })
      .where(and(inArray(subscriptions.id, subscriptionIds), isNull(subscriptions.userId))),
  ]
}

export const closePayment = (
  db: Db,
  seen: { id: number; revision: number },
  to: 'failed' | 'expired',
  now: number,
) =>
  db
    .update(payments)
    .set({ revision: nextRevision(seen, to), status: to, nextCheckAt: null, updatedAt: now })
    .where(eq(payments.id, seen.id))

/** Nothing is left to be asked about it. */
export const endChecks = (db: Db, id: number) =>
  db.update(payments).set({ nextCheckAt: null }).where(eq(payments.id, id))

/** What arrived so far of a crypto payment. */
export const holdPayment = (
  db: Db,
  seen: { id: number; revision: number },
  to: { status: PaymentStatus; receivedCents: number },
  now: number,
) =>
  db
    .update(payments)
    .set({ revision: nextRevision(seen, to.status), ...to, updatedAt: now })
    .where(eq(payments.id, seen.id))

export const flagPayment = (db: Db, id: number, reason: string, now: number) =>
  db
    .update(payments)
    .set({ flaggedReason: reason, nextCheckAt: null, updatedAt: now })
    .where(eq(payments.id, id))

export const scheduleCheck = (
  db: Db,
  payment: { id: number; checks: number; expiresAt: number | null },
  now: number,
) =>
  db
    .update(payments)
    .set({
      checks: payment.checks + 1,
      nextCheckAt: nextCheckAt(payment.checks + 1, payment.expiresAt, now),
      lastCheckedAt: now,
    })
    .where(and(eq(payments.id, payment.id), isNotNull(payments.nextCheckAt), isNull(payments.flaggedReason)))

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
      nextAttemptAt: nextAttemptAt(0, event.now),
    })
    .onConflictDoNothing()

export const markEventHandled = (db: Db, provider: string, eventId: string, outcome: string, now: number) =>
  db
    .update(webhookEvents)
    .set({
      handledAt: now,
      outcome,
      nextAttemptAt: null,
      lastError: null,
      attempts: sql`${webhookEvents.attempts} + 1`,
    })
    .where(
      and(
        eq(webhookEvents.provider, provider),
        eq(webhookEvents.eventId, eventId),
        isNull(webhookEvents.handledAt),
      ),
    )

/** To be taken up again later than after the tries before; given up, for a person to see, when there is no next time. */
export const postponeEvent = (
  db: Db,
  event: { provider: string; eventId: string; attempts: number; error: string | null },
  now: number,
) =>
  db
    .update(webhookEvents)
    .set({
      lastError: event.error,
      attempts: event.attempts + 1,
      nextAttemptAt: nextAttemptAt(event.attempts + 1, now),
    })
    .where(
      and(
        eq(webhookEvents.provider, event.provider),
        eq(webhookEvents.eventId, event.eventId),
        isNull(webhookEvents.handledAt),
      ),
    )

/** What is kept of old events is that they came and what was made of them, not what they said of the buyer. */
export const forgetPayloads = (db: Db, before: number) =>
  db
    .update(webhookEvents)
    .set({ payload: '' })
    .where(
      and(
        lt(webhookEvents.receivedAt, before),
        isNotNull(webhookEvents.handledAt),
        ne(webhookEvents.payload, ''),
      ),
    )
