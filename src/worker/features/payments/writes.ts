import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { emailIdentity } from '../../core/email-address.ts'
import { HOUR, MINUTE } from '../../core/time.ts'
import type { Db, Write } from '../../db/client.ts'
import { userScripts } from '../../db/schema/access.ts'
import {
  ledgerEntries,
  paymentCheckouts,
  paymentEvents,
  payments,
  webhookEvents,
} from '../../db/schema/payments.ts'
import { refunds } from '../../db/schema/refunds.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'
import type { HostedCheckout } from '../../providers/payment-provider.ts'
import type { Period } from '../subscriptions/prepaid-rules.ts'
import type { CollectingProvider, CryptoProvider, PaymentStatus } from './contract.ts'
import {
  CHECKOUT_LIFETIME_MS,
  nextAttemptAt,
  nextCheckAt,
  type Standing,
  sourcesOf,
  wasMade,
} from './rules.ts'

/** Only for an account that is there: for one that was deleted meanwhile the status has no value, and the table refuses. */
export const insertPayment = (db: Db, payment: typeof payments.$inferInsert & { userId: number }) =>
  db.insert(payments).values({
    ...payment,
    status: sql`case when exists (select 1 from users where id = ${payment.userId} and deleted_at is null
      and deactivated_at is null) then 'pending' end`,
  })

/** Once per checkout or invoice: a copy of the event finds the row that is there. */
export const insertFoundPayment = (db: Db, payment: typeof payments.$inferInsert) =>
  db
    .insert(payments)
    .values(payment)
    .onConflictDoNothing({ target: [payments.paymentProvider, payments.paymentId] })

/**
 * Remembers where the buyer pays; no row comes back where the payment is not open any more, or is paid at another page: a
 * provider without idempotency keys may have opened two for two clicks.
 */
export const attachCheckout = (db: Db, id: number, checkout: HostedCheckout, now: number) =>
  db
    .update(payments)
    .set({
      paymentId: checkout.checkoutId,
      hostedUrl: checkout.url,
      expiresAt: checkout.expiresAt,
      updatedAt: now,
    })
    .where(
      and(
        eq(payments.id, id),
        eq(payments.status, 'pending'),
        or(isNull(payments.paymentId), eq(payments.paymentId, checkout.checkoutId)),
      ),
    )
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

/** What stands there, or what the provider says of a buyer without an account: a deleted one's address is not taken up again. */
const ownOr = (column: typeof payments.email | typeof payments.emailIdentity, told: string | null) =>
  sql`coalesce(${column}, case when ${payments.userId} is null then ${told} end)`

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
      email: ownOr(payments.email, paid.email),
      // A later confirmation of the address looks the payment up by this.
      emailIdentity: ownOr(payments.emailIdentity, paid.email === null ? null : emailIdentity(paid.email)),
      userId: sql`coalesce(${payments.userId}, ${paid.userId})`,
      flaggedReason: null,
      nextCheckAt: null,
      paymentDate: now,
      updatedAt: now,
    })
    .where(eq(payments.id, seen.id))

/** An admin takes less than was asked: the price is what came. */
export const reducePrice = (db: Db, id: number, amountCents: number) =>
  db
    .update(payments)
    .set({ amountCents, discountCents: sql`${payments.originalCents} - ${amountCents}` })
    .where(eq(payments.id, id))

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

/**
 * What is missing of a payment's entries, or too much in them, as one entry more; nothing where they are right. The
 * entry's revision is a new one of the payment's, as every change's.
 */
export function balanceLedger(db: Db, paymentId: number, now: number): Write[] {
  const missing = sql`(case when p.payment_date is null or p.status = 'disputed' then 0
      else p.amount_cents - p.refunded_cents end
    - (select coalesce(sum(e.amount_cents), 0) from ledger_entries e where e.payment_id = p.id))`
  const isOff = sql`exists (select 1 from payments p where p.id = ${paymentId} and ${missing} <> 0)`
  return [
    db
      .update(payments)
      .set({ revision: sql`${payments.revision} + 1`, updatedAt: now })
      .where(and(eq(payments.id, paymentId), isOff)),
    db.insert(ledgerEntries).select(
      sql`select null, p.id, case when ${missing} > 0 then 'restore' else 'refund' end, ${missing}, p.revision, ${now}
        from payments p where p.id = ${paymentId} and ${missing} <> 0`,
    ),
  ]
}

export const linkSubscription = (db: Db, id: number, stripeSubscriptionId: string) =>
  db
    .update(payments)
    .set({
      subscriptionId: sql`(select id from subscriptions where stripe_subscription_id = ${stripeSubscriptionId})`,
    })
    .where(eq(payments.id, id))

/** Which month of which subscription a payment in advance pays for; none where its money went back. */
export const placeMonth = (
  db: Db,
  id: number,
  { subscriptionId, period }: { subscriptionId: number | SQL<number>; period: Period | null },
) =>
  db
    .update(payments)
    .set({ subscriptionId, periodStart: period?.start ?? null, periodEnd: period?.end ?? null })
    .where(eq(payments.id, id))
/** Money came: a purchase, or the part of one that waits for its buyer. */
const movedMoney = or(isNotNull(payments.paymentDate), gt(payments.receivedCents, 0))

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
      .where(and(ofAddress, isNull(payments.userId), movedMoney)),
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

/** No open payment is without a next look, however it lost it: the sweep takes it on. */
export const adoptStrays = (db: Db, now: number) =>
  db
    .update(payments)
    .set({ nextCheckAt: now })
    .where(and(eq(payments.status, 'pending'), isNull(payments.nextCheckAt), isNull(payments.flaggedReason)))

/** What lies here of a crypto payment. While it is a part of the price, the sweep owns the payment. */
export const holdPayment = (
  db: Db,
  seen: { id: number; revision: number; nextCheckAt: number | null; flaggedReason: string | null },
  to: { status: PaymentStatus; receivedCents: number },
  now: number,
) => {
  const unpaid = to.status === 'pending' || (!wasMade(to.status) && to.receivedCents > 0)
  // A flagged one is a person's.
  const waits = unpaid && seen.flaggedReason === null
  return db
    .update(payments)
    .set({
      revision: nextRevision(seen, to.status),
      ...to,
      nextCheckAt: waits ? (seen.nextCheckAt ?? now + HOUR) : null,
      updatedAt: now,
    })
    .where(eq(payments.id, seen.id))
}

/** Money is on its way for a payment that nobody looked after any more. */
export const ownChecks = (db: Db, id: number, now: number) =>
  db
    .update(payments)
    .set({ nextCheckAt: now + HOUR })
    .where(
      and(eq(payments.id, id), inArray(payments.status, ['expired', 'failed']), isNull(payments.nextCheckAt)),
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

/** What of a payment's money stands in its history and its refunds, as columns of a query about payments. */
export const moneyAside = {
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
export type MoneyAside = { wasClosed: number; returnedCents: number; claimUrl: string | null }

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

/** So long one caller has the provider to itself: a call takes less, and after it somebody died. */
const LEASE_MS = 2 * MINUTE

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
        or(eq(refunds.attempts, 0), lte(refunds.updatedAt, now - LEASE_MS)),
      ),
    )
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
  { id, paymentId, amountCents }: { id: number; paymentId: number; amountCents: number },
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
        sql`exists (select 1 from refunds r where r.id = ${id} and r.status = 'approved')`,
      ),
    ),
  db
    .update(refunds)
    .set({ status: 'failed', lastError: error, updatedAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'approved'))),
]

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
        inArray(payments.status, ['pending', 'expired', 'failed']),
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
