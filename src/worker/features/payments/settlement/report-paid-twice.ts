import { and, eq, inArray, sql } from 'drizzle-orm'
import { addMonths } from '#shared/core/time.ts'
import { emailKey } from '../../../core/email-address.ts'
import type { Db, Write } from '../../../db/client.ts'
import { userScripts } from '../../../db/schema/access.ts'
import { scripts } from '../../../db/schema/catalogue.ts'
import { payments } from '../../../db/schema/payments.ts'
import { subscriptions } from '../../../db/schema/subscriptions.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { decidingPayment } from '../../access/writes.ts'
import { alertKey, queueMailOnce } from '../../email/writes.ts'
import { enqueueEmailOnce } from '../../notifications/writes.ts'
import type { Paid, Source } from '../rules.ts'
import type { PaymentWithProduct } from '../store.ts'
import { recordOnce } from '../writes.ts'
import { listPaidTwice, type PaidPurchase } from './paid-twice-rules.ts'
import { grantsOfAddress } from './store.ts'

type FoundPurchase = PaidPurchase & { amountCents: number; email: string | null; productName: string }

/** A buyer: an account, an email address, or both. */
type Buyer = { userId: number | null; email: string | null }

/**
 * The writes that report each purchase of a buyer that a checkout would have refused: the newer payment is flagged and
 * support is notified, once for each pair. Both give access, so a person decides which one to refund. The batch may also
 * settle a payment, or restore the one with the id `restored`. The writes are idempotent: two batches may contain them.
 */
export async function reportPaidTwice(
  { db, config }: Pick<ShopDeps, 'db' | 'config'>,
  buyer: Buyer,
  {
    settled = [],
    restored = null,
    source,
  }: { settled?: FoundPurchase[]; restored?: number | null; source: Source | 'attached' },
  now: number,
): Promise<Write[]> {
  const ids = settled.map(({ paymentId }) => paymentId)
  const found = (await listPurchases(db, buyer, restored)).filter(({ paymentId }) => !ids.includes(paymentId))
  return listPaidTwice([...found, ...settled]).flatMap(({ again, earlier }) => {
    const { paymentId, productName, amountCents, email } = again
    const kind = `paid-twice:${earlier.paymentId}`
    const reason = `The same buyer has paid for ${productName} in order #${earlier.paymentId} too`
    const key = alertKey(paymentId, kind)
    const data = { paymentId, productName, amountCents, email, reason, outcome: 'paid-twice' as const }
    return [
      flagPaidTwice(db, { paymentId, kind, reason }, now),
      recordOnce(db, { paymentId, kind, source, details: { reason }, now }).onConflictDoNothing(),
      queueMailOnce(db, { key, to: config.supportEmail, paymentId, mail: { template: 'alert', data }, now }),
      enqueueEmailOnce(db, { key: `${key}:1`, deliveryKey: key, now }),
    ]
  })
}

/**
 * As above, for a payment that the batch settles. Its buyer may have paid as a guest under the address that their account
 * has not confirmed, which is not certain enough to refund a second payment; or a person completes it by hand.
 */
export async function reportIfPaidTwice(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  observed: Paid,
  source: Source,
  now: number,
): Promise<Write[]> {
  const { id: paymentId, userId, scriptId, amountCents, subscriptionId, purchaseType } = payment
  if (subscriptionId !== null || amountCents === 0) return []
  const email = payment.email ?? observed.email
  const stripeSubscriptionId = observed.subscription?.subscriptionId ?? null
  const period = { currentPeriodEnd: addMonths(now, 1), cancelAt: null, endedAt: null }
  const subscription =
    purchaseType === 'one-time'
      ? null
      : { status: 'active' as const, cancelAtPeriodEnd: false, ...period, stripeSubscriptionId }
  const settled = {
    paymentId,
    scriptId,
    amountCents,
    email,
    productName: product.name,
    purchasedAt: now,
    subscription,
  }
  return reportPaidTwice(deps, { userId, email }, { settled: [settled], source }, now)
}

/** Flags a payment that counts, unless this pair was reported before or it waits for a person already. */
const flagPaidTwice = (
  db: Db,
  { paymentId, kind, reason }: { paymentId: number; kind: string; reason: string },
  now: number,
) =>
  db
    .update(payments)
    .set({
      flaggedReason: sql`coalesce(${payments.flaggedReason}, ${reason})`,
      revision: sql`${payments.revision} + 1`,
      updatedAt: now,
    })
    .where(
      and(
        eq(payments.id, paymentId),
        inArray(payments.status, ['completed', 'partially_refunded']),
        sql`not exists (select 1 from payment_events e where e.payment_id = ${paymentId} and e.kind = ${kind})`,
      ),
    )

/** The maximum number of purchases of one buyer that are compared. */
const COMPARED = 200

/**
 * What this buyer has paid for and may use: by account, also by one that has not confirmed the address, and by address.
 * With the grant of `restored`, which its payment opens again. Newest first.
 */
function listPurchases(db: Db, { userId, email }: Buyer, restored: number | null): Promise<FoundPurchase[]> {
  const key = email === null ? null : emailKey(email)
  const ofAccounts = sql`select g.id from user_scripts g where g.user_id = ${userId}
    union select g.id from users u join user_scripts g on g.user_id = u.id where u.email_key = ${key}`
  const ofBuyer = key === null ? ofAccounts : sql`${ofAccounts} union ${grantsOfAddress(key)}`
  const isRestored = sql`(${userScripts.status} <> 'revoked' and (${userScripts.paymentId} = ${restored}
    or ${userScripts.subscriptionId} = (select p.subscription_id from payments p where p.id = ${restored})))`
  const paymentId = sql`coalesce(${decidingPayment(sql`p.id`, sql`${userScripts.subscriptionId}`)}, ${userScripts.paymentId})`
  return db
    .select({
      paymentId: payments.id,
      amountCents: payments.amountCents,
      email: payments.email,
      scriptId: userScripts.scriptId,
      productName: scripts.name,
      purchasedAt: userScripts.purchasedAt,
      subscription: {
        status: subscriptions.status,
        currentPeriodEnd: subscriptions.currentPeriodEnd,
        cancelAtPeriodEnd: subscriptions.cancelAtPeriodEnd,
        cancelAt: subscriptions.cancelAt,
        endedAt: subscriptions.endedAt,
        stripeSubscriptionId: subscriptions.stripeSubscriptionId,
      },
    })
    .from(userScripts)
    .innerJoin(payments, eq(payments.id, paymentId))
    .innerJoin(scripts, eq(scripts.id, userScripts.scriptId))
    .leftJoin(subscriptions, eq(subscriptions.id, userScripts.subscriptionId))
    .where(
      sql`${userScripts.id} in (${ofBuyer}) and ${userScripts.accessType} in ('purchase', 'subscription')
        and ${payments.amountCents} > 0 and (${userScripts.isActive} = 1 or ${isRestored})`,
    )
    .orderBy(sql`${userScripts.id} desc`)
    .limit(COMPARED)
}
