import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { emailIdentity } from '../../core/email-address.ts'
import { HOUR } from '../../core/time.ts'
import type { Db, Write } from '../../db/client.ts'
import { ledgerEntries, paymentEvents, payments } from '../../db/schema/payments.ts'
import type { HostedCheckout } from '../../providers/payment-provider.ts'
import { canRetake } from '../coupons/writes.ts'
import type { Period } from '../subscriptions/prepaid-rules.ts'
import type { PaymentStatus } from './contract.ts'
import { nextCheckAt, type Standing, sourcesOf, wasMade } from './rules.ts'

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
export const nextRevision = (seen: { revision: number }, to: PaymentStatus) =>
  sql<number>`case when ${payments.revision} = ${seen.revision}
    and (${payments.status} = ${to} or ${inArray(payments.status, sourcesOf(to))}) then ${payments.revision} + 1 end`

/** What stands there, or what the provider says of a buyer without an account: a deleted one's address is not taken up again. */
const ownOr = (column: typeof payments.email | typeof payments.emailIdentity, told: string | null) =>
  sql`coalesce(${column}, case when ${payments.userId} is null then ${told} end)`

/**
 * A chain's transaction may carry the purchases of several wallets: the first one has its name, and the others are known
 * by their checkout. Of a card it names one payment, which the table holds to.
 */
const ownTransaction = (id: string | null) =>
  sql`case when payments.payment_provider = 'stripe' or not exists (select 1 from payments o
    where o.payment_provider = payments.payment_provider and o.transaction_id = ${id} and o.id <> payments.id) then ${id} end`

/** A purchase without an account is not given to one that was deleted since it was found. */
const ownerIsThere = (userId: number | null) =>
  sql`(payments.user_id is not null or ${userId} is null
    or exists (select 1 from users u where u.id = ${userId} and u.deleted_at is null))`

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
    flaggedReason: string | null
    /** What must hold in the batch, or the column refuses. */
    onlyIf?: SQL | undefined
  },
  now: number,
) =>
  db
    .update(payments)
    .set({
      revision: sql`case when ${ownerIsThere(paid.userId)} and ${paid.onlyIf ?? sql`true`}
        then ${nextRevision(seen, 'completed')} end`,
      status: 'completed',
      receivedCents: paid.receivedCents,
      intentId: paid.intentId,
      periodStart: paid.period?.start ?? null,
      periodEnd: paid.period?.end ?? null,
      paymentId: sql`coalesce(${payments.paymentId}, ${paid.checkoutId})`,
      transactionId: ownTransaction(paid.transactionId),
      email: ownOr(payments.email, paid.email),
      // A later confirmation of the address looks the payment up by this.
      emailIdentity: ownOr(payments.emailIdentity, paid.email === null ? null : emailIdentity(paid.email)),
      userId: sql`coalesce(${payments.userId}, ${paid.userId})`,
      flaggedReason: paid.flaggedReason,
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

/**
 * What an order costs whose money came when the use of its coupon was free for others: what it did where it has a use again,
 * and where none is left the full price, which a discount of nothing tells. Where that is not so any more, the column
 * refuses.
 */
export const priceLate = (
  db: Db,
  seen: { id: number; revision: number; status: PaymentStatus },
  { hasUse }: { hasUse: boolean },
  now: number,
) => {
  const revision = nextRevision(seen, seen.status)
  const isHeld = sql`exists (select 1 from coupon_usages u where u.payment_id = ${seen.id} and u.state = 'held')`
  const isSo = hasUse ? isHeld : sql`not ${canRetake(seen.id)}`
  const fullPrice = { amountCents: sql`${payments.originalCents}`, discountCents: 0 }
  return db
    .update(payments)
    .set({
      ...(hasUse ? {} : fullPrice),
      revision: sql`case when ${isSo} then ${revision} end`,
      // Who prices it may die before the money is counted: the sweep counts it then.
      nextCheckAt: sql`coalesce(${payments.nextCheckAt}, ${now + HOUR})`,
      updatedAt: now,
    })
    .where(eq(payments.id, seen.id))
}

/** What became of a payment that was made. */
export const changePayment = (
  db: Db,
  seen: { id: number; revision: number },
  { status, refundedCents }: Standing,
  now: number,
) =>
  db
    .update(payments)
    .set({
      ...{ revision: nextRevision(seen, status), status, refundedCents, updatedAt: now },
      // Its buyer has the money back: nothing is left for a person to decide.
      ...(status === 'refunded' && { flaggedReason: null }),
    })
    .where(eq(payments.id, seen.id))

/** A person, or a file that was published, has seen to it. Guarded as every change. */
export const clearFlag = (
  db: Db,
  seen: { id: number; revision: number; status: PaymentStatus },
  now: number,
) =>
  db
    .update(payments)
    .set({ revision: nextRevision(seen, seen.status), flaggedReason: null, updatedAt: now })
    .where(eq(payments.id, seen.id))

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

export const closePayment = (
  db: Db,
  seen: { id: number; revision: number },
  to: 'failed' | 'expired',
  now: number,
) =>
  db
    .update(payments)
    .set({
      revision: nextRevision(seen, to),
      status: to,
      flaggedReason: null,
      nextCheckAt: null,
      updatedAt: now,
    })
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

/** The buyer has paid by a method that takes time: its history says so, once. */
export const noteProcessing = (db: Db, paymentId: number, source: string, now: number) =>
  recordOnce(db, { paymentId, kind: PROCESSING_KIND, source, details: {}, now }).onConflictDoNothing()

export const PROCESSING_KIND = 'processing'

/** Money is on its way for a payment that nobody looked after any more. */
export const ownChecks = (db: Db, id: number, now: number) =>
  db
    .update(payments)
    .set({ nextCheckAt: now + HOUR })
    .where(
      and(eq(payments.id, id), inArray(payments.status, ['expired', 'failed']), isNull(payments.nextCheckAt)),
    )

/**
 * Guarded as every change: who completed the payment meanwhile must not find it flagged for ever. By the money's name we
 * hear of it when a person gives it back.
 */
export const flagPayment = (
  db: Db,
  seen: { id: number; revision: number; status: PaymentStatus },
  { reason, intentId }: { reason: string; intentId: string | null },
  now: number,
) =>
  db
    .update(payments)
    .set({
      revision: nextRevision(seen, seen.status),
      flaggedReason: reason,
      intentId: sql`coalesce(${payments.intentId}, ${intentId})`,
      nextCheckAt: null,
      updatedAt: now,
    })
    .where(eq(payments.id, seen.id))

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
