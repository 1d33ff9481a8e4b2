import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Write } from '../../../db/client.ts'
import { userScripts } from '../../../db/schema/access.ts'
import { scripts } from '../../../db/schema/catalogue.ts'
import { paymentEvents, payments } from '../../../db/schema/payments.ts'
import { subscriptions } from '../../../db/schema/subscriptions.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { decidingPayment } from '../../access/writes.ts'
import { alertKey, queueMailWhere } from '../../email/writes.ts'
import { enqueueWhere } from '../../notifications/writes.ts'
import { grantedProducts } from '../repeat-purchase-rules.ts'
import type { Paid, Source } from '../rules.ts'
import type { PaymentWithProduct } from '../store.ts'
import { listPaidTwice, type PaidPurchase } from './paid-twice-rules.ts'
import { type Buyer, grantsOfPerson } from './store.ts'

type FoundPurchase = PaidPurchase & { amountCents: number; email: string | null; productName: string }

/**
 * The writes that report each purchase of a person that a checkout would have refused: the newer payment is flagged, and
 * support is notified, once for each pair. Both payments give access, so an admin decides which one to refund. They exist
 * where the shop could not know the buyer at the time, or where the earlier payment gave no access then. The batch may
 * also settle a payment, or restore the access of the payment `restored`. Two batches may contain the same report.
 */
export async function reportPaidTwice(
  { db, config }: Pick<ShopDeps, 'db' | 'config'>,
  buyer: Buyer & { confirms?: string },
  {
    settled = [],
    restored = null,
    source,
  }: { settled?: FoundPurchase[]; restored?: number | null; source: Source | 'attached' },
  now: number,
): Promise<Write[]> {
  const ids = settled.map(({ paymentId }) => paymentId)
  const found = (await listPurchases(db, buyer, restored)).filter(({ paymentId }) => !ids.includes(paymentId))
  const pairs = listPaidTwice<FoundPurchase & { reported?: string | null }>([...found, ...settled])
  return pairs.flatMap(({ newer, earlier }) => {
    const { paymentId, productName, amountCents, email } = newer
    const kind = kindOf(earlier.paymentId)
    if (newer.reported?.split(',').includes(kind)) return []
    const reason = `Order #${earlier.paymentId} is for ${earlier.productName} too, by the same account or address`
    const key = alertKey(paymentId, kind)
    const data = { paymentId, productName, amountCents, email, reason, outcome: 'paid-twice' as const }
    const mail = { template: 'alert' as const, data }
    const isReported = sql`exists (select 1 from payment_events e where e.payment_id = ${paymentId} and e.kind = ${kind})`
    return [
      recordPaidTwice(db, { paymentId, kind, reason, source }, now),
      flagPaidTwice(db, { paymentId, reason, isReported }, now),
      queueMailWhere(db, { key, to: config.supportEmail, paymentId, mail, now }, isReported),
      enqueueWhere(db, { key: `${key}:1`, deliveryKey: key, now }, isReported),
    ]
  })
}

const KIND = 'paid-twice:'
const kindOf = (earlierId: number) => `${KIND}${earlierId}`

/** As `reportPaidTwice`, for a payment that the batch settles. */
export async function reportSettledTwice(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  observed: Paid,
  source: Source,
  now: number,
): Promise<Write[]> {
  const { id: paymentId, userId, amountCents, subscriptionId, purchaseType } = payment
  if (subscriptionId !== null || amountCents === 0) return []
  const email = payment.email ?? observed.email
  const stripeSubscriptionId = observed.subscription?.subscriptionId ?? null
  // It is the newest purchase, so that its end does not matter.
  const period = { currentPeriodStart: now, currentPeriodEnd: now, cancelAtPeriodEnd: false, cancelAt: null }
  const subscription =
    purchaseType === 'one-time' ? null : { status: 'active' as const, ...period, stripeSubscriptionId }
  const of = { paymentId, amountCents, email, productName: product.name }
  const settled = grantedProducts(payment).map((scriptId) => ({
    ...of,
    scriptId,
    purchasedAt: now,
    subscription,
  }))
  return reportPaidTwice(deps, { userId, email }, { settled, source }, now)
}

const counts = sql`payments.status in ('completed', 'partially_refunded')`

/** Records the report where the payment still counts, once for each pair. */
const recordPaidTwice = (
  db: Db,
  { paymentId, kind, reason, source }: { paymentId: number; kind: string; reason: string; source: string },
  now: number,
) =>
  db
    .insert(paymentEvents)
    .select(
      sql`select null, ${paymentId}, ${kind}, ${source}, ${JSON.stringify({ reason })}, ${now}
        from payments where payments.id = ${paymentId} and ${counts}`,
    )
    .onConflictDoNothing()

/** Flags the payment. A payment that is flagged for another reason keeps it. */
const flagPaidTwice = (
  db: Db,
  { paymentId, reason, isReported }: { paymentId: number; reason: string; isReported: SQL },
  now: number,
) =>
  db
    .update(payments)
    .set({ flaggedReason: reason, revision: sql`${payments.revision} + 1`, updatedAt: now })
    .where(and(eq(payments.id, paymentId), counts, isNull(payments.flaggedReason), isReported))

/** The maximum number of purchases of one person that are compared. */
const COMPARED = 200

/**
 * What this person has paid for and may use, newest first. With the purchase whose access the batch restores: a payment
 * of a subscription does so where it is the one that decides.
 */
function listPurchases(
  db: Db,
  buyer: Buyer & { confirms?: string },
  restored: number | null,
): Promise<(FoundPurchase & { reported: string | null })[]> {
  const isRestored = sql`(${userScripts.status} <> 'revoked' and case when ${userScripts.subscriptionId} is null
    then ${userScripts.paymentId} = ${restored}
    else ${decidingPayment(sql`p.id`, sql`${userScripts.subscriptionId}`)} = ${restored} end)`
  return db
    .select({
      paymentId: payments.id,
      amountCents: payments.amountCents,
      email: payments.email,
      scriptId: userScripts.scriptId,
      productName: scripts.name,
      purchasedAt: userScripts.purchasedAt,
      /** The kinds of the reports about this purchase. */
      reported: sql<string | null>`(select group_concat(e.kind) from payment_events e
        where e.payment_id = ${payments.id} and e.kind >= ${KIND} and e.kind < ${`${KIND}~`})`,
      subscription: {
        status: subscriptions.status,
        currentPeriodStart: subscriptions.currentPeriodStart,
        currentPeriodEnd: subscriptions.currentPeriodEnd,
        cancelAtPeriodEnd: subscriptions.cancelAtPeriodEnd,
        cancelAt: subscriptions.cancelAt,
        stripeSubscriptionId: subscriptions.stripeSubscriptionId,
      },
    })
    .from(userScripts)
    .innerJoin(payments, eq(payments.id, userScripts.paymentId))
    .innerJoin(scripts, eq(scripts.id, userScripts.scriptId))
    .leftJoin(subscriptions, eq(subscriptions.id, userScripts.subscriptionId))
    .where(
      sql`${userScripts.id} in (${grantsOfPerson(buyer)}) and ${userScripts.accessType} in ('purchase', 'subscription')
        and ${payments.amountCents} > 0 and (${userScripts.isActive} = 1 or ${isRestored})`,
    )
    .orderBy(sql`${userScripts.id} desc`)
    .limit(COMPARED)
}
