import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { HOUR } from '#shared/core/time.ts'
import type { PaymentStatus } from '#shared/payments/contract.ts'
import type { OrderTax } from '#shared/seller/contract.ts'
import { emailIdentity } from '../../../core/email-address.ts'
import { type Db, refusedBy, type Write } from '../../../db/client.ts'
import { inList } from '../../../db/in-list.ts'
import { isOutsideSale, PROCESSING_KIND } from '../../../db/payment-history.ts'
import { ledgerEntries, payments } from '../../../db/schema/payments.ts'
import { refunds } from '../../../db/schema/refunds.ts'
import { canRetake } from '../../coupons/writes.ts'
import { NO_FILE, type PaymentState, wasMade } from '../rules.ts'
import { nextRevision, recordOnce } from '../writes.ts'

/**
 * Updates the status of our own refunds of a sale to the refunded amount of its payment, after the payment in its
 * batch. The refunds that the provider counts have succeeded; refunds of unapplied funds are left out. Where the amount
 * fell (`fell`), a refund has failed: the oldest ones are assumed to have succeeded.
 */
export function syncRefunds(
  db: Db,
  paymentId: number,
  { fell, failed }: { fell: boolean; failed: readonly { id: number }[] },
  now: number,
): Write[] {
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
  const isRefundedElsewhere = sql`(select p.status = 'refunded' from payments p where p.id = ${paymentId})
    and ${refunds.amountCents} <= ${counted} - coalesce((select sum(r.amount_cents) from refunds r
      where r.payment_id = ${paymentId} and r.status in ('pending', 'succeeded') and not ${isOutsideSale('r')}), 0)`
  const fulfilled = db
    .update(refunds)
    .set({ status: 'succeeded', ...final })
    .where(and(ofSale, sql`+${refunds.status} = 'review'`, isRefundedElsewhere))
  const fail = (which: SQL | undefined) =>
    db
      .update(refunds)
      .set({ status: 'failed', lastError: 'The provider gave the money back to the shop', ...final })
      .where(and(ofSale, which))
  const ids = failed.map(({ id }) => id)
  const named = inList(refunds.id, ids)
  const uncounted = and(eq(refunds.status, 'succeeded'), sql`${upToThis} > ${counted}`)
  return [...(ids.length > 0 ? [fail(named)] : []), ...(fell ? [fail(uncounted)] : []), succeeded, fulfilled]
}

/** The stored value, or for a guest the provider's: the address of a deleted account is not stored again. */
const ownOr = (column: typeof payments.email | typeof payments.emailIdentity, observed: string | null) =>
  sql`coalesce(${column}, case when ${payments.userId} is null then ${observed} end)`

/**
 * A blockchain transaction may contain the purchases of several wallets: the first payment stores its id, and the
 * others are identified by their checkout. A card transaction belongs to one payment, which the unique index enforces.
 */
const ownTransaction = (id: string | null) =>
  sql`case when payments.payment_provider = 'stripe' or not exists (select 1 from payments o
    where o.payment_provider = payments.payment_provider and o.transaction_id = ${id} and o.id <> payments.id) then ${id} end`

/** False where a guest purchase would be assigned to an account that was deleted since it was found. */
const ownerIsThere = (userId: number | null) =>
  sql`(payments.user_id is not null or ${userId} is null
    or exists (select 1 from users u where u.id = ${userId} and u.deleted_at is null))`

/** Completes a payment, guarded by its revision and by the statuses from which `completed` can be reached. */
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
    /** The provider's tax; absent: the order keeps its own. */
    tax?: OrderTax | null
    /** A condition that must be true in the batch; else the `revision` column refuses. */
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
      ...(paid.tax && { tax: paid.tax }),
      // A flag may have stored it before.
      intentId: sql`coalesce(${paid.intentId}, ${payments.intentId})`,
      periodStart: paid.period?.start ?? null,
      periodEnd: paid.period?.end ?? null,
      checkoutId: sql`coalesce(${payments.checkoutId}, ${paid.checkoutId})`,
      transactionId: ownTransaction(paid.transactionId),
      email: ownOr(payments.email, paid.email),
      // A later confirmation of the address finds the payment by this column.
      emailIdentity: ownOr(payments.emailIdentity, paid.email === null ? null : emailIdentity(paid.email)),
      userId: sql`coalesce(${payments.userId}, ${paid.userId})`,
      flaggedReason: paid.flaggedReason,
      nextDeliveryAt: paid.flaggedReason === NO_FILE ? now : null,
      nextCheckAt: null,
      paymentDate: now,
      updatedAt: now,
    })
    .where(eq(payments.id, seen.id))

/**
 * Prices an order whose money arrived after its coupon use was released: the same price where it has a use again
 * (`hasUse`), else the full price, which a discount of 0 marks. Where that condition is not true any more, the
 * `revision` column refuses.
 */
export const priceLate = (
  db: Db,
  seen: { id: number; revision: number; status: PaymentStatus },
  { hasUse }: { hasUse: boolean },
  now: number,
) => {
  const revision = nextRevision(seen, seen.status)
  const isReserved = sql`exists (select 1 from coupon_usages u where u.payment_id = ${seen.id} and u.state = 'held')`
  const isSo = hasUse ? isReserved : sql`not ${canRetake(seen.id)}`
  const fullPrice = { amountCents: sql`${payments.originalCents}`, discountCents: 0, creditCents: 0 }
  return db
    .update(payments)
    .set({
      ...(hasUse ? {} : fullPrice),
      revision: sql`case when ${isSo} then ${revision} end`,
      // Where this run dies before it counts the money, the sweep counts it.
      nextCheckAt: sql`coalesce(${payments.nextCheckAt}, ${now + HOUR})`,
      updatedAt: now,
    })
    .where(eq(payments.id, seen.id))
}

/**
 * Stores the new status and refunded amount of a payment that was made. A full refund clears the flag; where it fails, an
 * order that still waits for its file is flagged again.
 */
export const changePayment = (
  db: Db,
  seen: { id: number; revision: number },
  { status, refundedCents }: PaymentState,
  now: number,
) =>
  db
    .update(payments)
    .set({
      revision: nextRevision(seen, status),
      status,
      refundedCents,
      updatedAt: now,
      flaggedReason:
        status === 'refunded'
          ? // Nothing is left for a person to decide, unless an excess is left.
            sql`case when ${payments.receivedCents} > ${payments.amountCents} then ${payments.flaggedReason} end`
          : sql`coalesce(${payments.flaggedReason}, iif(${payments.nextDeliveryAt} is null, null, ${NO_FILE}))`,
    })
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
 * Corrects the ledger of a payment by one entry for the difference; writes nothing where the sum is right. The entry
 * has a new revision of the payment, like every change.
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

export const closePayment = (
  db: Db,
  seen: { id: number; revision: number },
  {
    to,
    isLost,
    intentId,
  }: {
    to: 'failed' | 'expired'
    /** Its money is gone: no part of it is left to refund. */
    isLost: boolean
    /** Of money that is gone: a refund of it that comes back is found by it. */
    intentId: string | null
  },
  now: number,
) =>
  db
    .update(payments)
    .set({
      revision: nextRevision(seen, to),
      intentId: sql`coalesce(${payments.intentId}, ${intentId})`,
      status: to,
      ...(isLost && { receivedCents: 0 }),
      flaggedReason: null,
      nextCheckAt: null,
      updatedAt: now,
    })
    .where(eq(payments.id, seen.id))

/** Stores the received amount of a crypto payment. While it is unpaid or partial, the sweep checks the payment. */
export const recordReceived = (
  db: Db,
  seen: { id: number; revision: number; nextCheckAt: number | null; flaggedReason: string | null },
  to: { status: PaymentStatus; receivedCents: number },
  now: number,
) => {
  const unpaid = to.status === 'pending' || (!wasMade(to.status) && to.receivedCents > 0)
  // A flagged payment is left to a person.
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

/** Records in the history, once, that the buyer has paid by a method that takes time. */
export const noteProcessing = (db: Db, paymentId: number, source: string, now: number) =>
  recordOnce(db, { paymentId, kind: PROCESSING_KIND, source, details: {}, now }).onConflictDoNothing()

/** Lets the sweep check a closed payment again, for which money is on its way. */
export const ownChecks = (db: Db, id: number, now: number) =>
  db
    .update(payments)
    .set({ nextCheckAt: now + HOUR })
    .where(and(eq(payments.id, id), inArray(payments.status, ['expired', 'failed'])))

/**
 * Guarded like every change, so that a payment that was completed meanwhile is not flagged. By `intentId` the
 * provider's event is matched to the payment when a person refunds the money.
 */
export const flagPayment = (
  db: Db,
  seen: { id: number; revision: number; status: PaymentStatus },
  {
    reason,
    intentId,
    transactionId = null,
  }: { reason: string; intentId: string | null; transactionId?: string | null },
  now: number,
) =>
  db
    .update(payments)
    .set({
      revision: nextRevision(seen, seen.status),
      flaggedReason: reason,
      intentId: sql`coalesce(${payments.intentId}, ${intentId})`,
      transactionId: sql`coalesce(${payments.transactionId}, ${ownTransaction(transactionId)})`,
      nextCheckAt: null,
      updatedAt: now,
    })
    .where(eq(payments.id, seen.id))

/**
 * False where the schema refuses the batch: it was written before, the payment or its subscription changed, or a coupon
 * was used meanwhile.
 */
export async function wasCommitted(batch: Promise<unknown>): Promise<boolean> {
  try {
    await batch
    return true
  } catch (error) {
    if (refusedBy(error, 'payment_events') || refusedBy(error, 'payments', 'revision')) return false
    if (refusedBy(error, 'subscriptions', 'revision')) return false
    if (refusedBy(error, 'identity_uses')) return false
    throw error
  }
}
