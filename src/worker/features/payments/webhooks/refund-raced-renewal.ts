import { eq } from 'drizzle-orm'
import { MINUTE } from '#shared/core/time.ts'
import { commit, refusedBy } from '../../../db/client.ts'
import { payments } from '../../../db/schema/payments.ts'
import { refunds } from '../../../db/schema/refunds.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import type { Source } from '../rules.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { findById } from '../store.ts'
import { findEndedByShop } from '../subscription-store.ts'
import { nextRevision, recordOnce } from '../writes.ts'
import { openRenewal } from './open-renewal.ts'

/** A renewal that was paid from this instant on raced with the end of its subscription. Epoch milliseconds. */
export const racedSince = (endedAt: number): number => endedAt - 2 * MINUTE

/**
 * A subscription that the shop ended at once, for a refund, a lost dispute or a deleted account, may have been renewed
 * in the same moment: its owner then paid for a period without access. Refunds each such renewal, once; the sweep
 * carries the refund out. Called after every event of an ended subscription and of its money, so that no order of
 * events hides a renewal.
 * @throws ProviderDown
 */
export async function refundRacedRenewal(
  deps: ShopDeps,
  stripeSubscriptionId: string,
  source: Source,
  now: number,
): Promise<void> {
  const [ended] = await findEndedByShop(deps.db, stripeSubscriptionId)
  if (!ended?.endedAt) return
  const { stripe } = deps.providers
  for (const invoiceId of await stripe.findPaidSince(stripeSubscriptionId, racedSince(ended.endedAt))) {
    // The first period of a subscription is no renewal.
    if (await stripe.findRenewal(invoiceId))
      await refundRenewal(deps, { stripeSubscriptionId, invoiceId }, source, now)
  }
}

async function refundRenewal(
  deps: ShopDeps,
  { stripeSubscriptionId, invoiceId }: { stripeSubscriptionId: string; invoiceId: string },
  source: Source,
  now: number,
): Promise<void> {
  const { db, providers } = deps
  const renewal = await openRenewal(db, providers.stripe, invoiceId, now)
  if (typeof renewal === 'string') return
  await settlePayment(deps, renewal, invoiceId, source, now)
  const settled = await findById(db, renewal.payment.id)
  if (settled?.payment.status !== 'completed') return
  const { id: paymentId, amountCents, revision } = settled.payment
  // Paid from a balance at the provider: no charge can be refunded.
  if (amountCents === 0) return
  const details = { amountCents, subscription: stripeSubscriptionId }
  try {
    await commit(db, [
      recordOnce(db, { paymentId, kind: 'renewal-raced', source, details, now }),
      db
        .update(payments)
        .set({ revision: nextRevision({ revision }, 'completed'), updatedAt: now })
        .where(eq(payments.id, paymentId)),
      db.insert(refunds).values({
        paymentId,
        reference: crypto.randomUUID(),
        amountCents,
        status: 'approved',
        askedBy: 'admin',
        actorId: null,
        reason: 'The renewal was paid while the subscription ended',
        nextAttemptAt: now,
        createdAt: now,
        updatedAt: now,
      }),
    ])
  } catch (error) {
    // Written before, or the payment changed, or another refund of it is open: the next event decides again.
    const isDecided = ['payment_events', 'payments', 'refunds'].some((table) => refusedBy(error, table))
    if (!isDecided) throw error
  }
}
