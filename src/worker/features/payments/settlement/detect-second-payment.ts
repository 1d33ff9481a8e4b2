import { and, desc, eq, isNull, notInArray, sql } from 'drizzle-orm'
import { accessTo } from '#shared/access/rules.ts'
import type { CollectingProvider } from '#shared/payments/contract.ts'
import { plannedEnd } from '#shared/subscriptions/rules.ts'
import { emailKey } from '../../../core/email-address.ts'
import type { Db } from '../../../db/client.ts'
import { reusedCoupon, SECOND_KIND } from '../../../db/payment-history.ts'
import { subscriptions } from '../../../db/schema/subscriptions.ts'
import { findOwnAccess, selectOwnedGrants, withoutPremium } from '../../access/find-access.ts'
import { findCurrentSubscription } from '../../subscriptions/find-current-subscription.ts'
import { grantedProducts, refuseRepeatedOrder } from '../repeat-purchase-rules.ts'
import type { Payment } from '../store.ts'
import { findRenewed } from '../subscription-store.ts'
import { grantsOfBuyer, type NewestGrant } from './store.ts'

/**
 * The reason why a payment is a second one for a product that its buyer has: access and its updates have not ended, and the
 * payment is neither a renewal of a subscription nor a further prepaid month. Null: it is none. `newest` was read before.
 */
export async function detectSecondPayment(
  db: Db,
  payment: Payment,
  observed: { subscription: { subscriptionId: string } | null },
  newest: NewestGrant,
  now: number,
): Promise<string | null> {
  const isFree = payment.amountCents === 0 && payment.trialDays === 0
  if (payment.subscriptionId !== null || isFree || !newest.hasAny) return null
  const reason = await reasonForRepeat(db, payment, now)
  // Read last: where another handler settled this payment meanwhile, the access is from this payment, and its
  // subscription is known.
  const isLater = reason !== null && (await isKnown(db, observed.subscription?.subscriptionId ?? null))
  return isLater ? null : reason
}

const isKnown = async (db: Db, stripeSubscriptionId: string | null) =>
  stripeSubscriptionId !== null && (await findRenewed(db, stripeSubscriptionId)).length > 0

async function reasonForRepeat(db: Db, payment: Payment, now: number): Promise<string | null> {
  const { userId, scriptId, email } = payment
  const provider = payment.paymentProvider as CollectingProvider
  const granted = grantedProducts(payment)
  if (userId !== null) {
    const accesses = await findOwnAccess(db, userId, granted, now)
    if (accesses.includes(null)) return null
    return refuseRepeatedOrder(
      accesses,
      now,
      await findCurrentSubscription(db, userId, scriptId, now),
      provider,
    )
  }
  if (email === null) return null
  const holdings = await selectOwnedGrants(db, sql`(${grantsOfBuyer(payment)})`)
  const accesses = granted.map((id) => accessTo(id, withoutPremium(holdings, id), now))
  if (accesses.includes(null)) return null
  const rows = await listOfAddress(db, email, scriptId)
  const current = rows.find((row) => (plannedEnd(row) ?? now + 1) > now)
  return refuseRepeatedOrder(
    accesses,
    now,
    current
      ? { ...current, prepaid: current.stripeSubscriptionId === null, endsAt: plannedEnd(current) }
      : null,
    provider,
  )
}

/** An address's subscriptions to this product, without an account, that have not ended; renewing ones first. */
const listOfAddress = (db: Db, email: string, scriptId: number) =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        sql`lower(${subscriptions.email}) = ${emailKey(email)}`,
        isNull(subscriptions.userId),
        eq(subscriptions.scriptId, scriptId),
        notInArray(subscriptions.status, ['canceled', 'incomplete_expired']),
      ),
    )
    .orderBy(isNull(subscriptions.stripeSubscriptionId), desc(subscriptions.id))
    .limit(20)

/** Why a payment granted nothing and is refunded: its buyer has the product, or their card has used the coupon. */
export async function findSecondReason(db: Db, paymentId: number): Promise<'owned' | 'coupon' | null> {
  const [row] = await db.all<{ reused: number }>(
    sql`select ${reusedCoupon('e')} as reused from payment_events e
      where e.payment_id = ${paymentId} and e.kind = ${SECOND_KIND}`,
  )
  if (!row) return null
  return row.reused === 1 ? 'coupon' : 'owned'
}

export const wasSecondPayment = async (db: Db, paymentId: number): Promise<boolean> =>
  (await findSecondReason(db, paymentId)) !== null
