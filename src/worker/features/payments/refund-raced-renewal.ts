import { eq } from 'drizzle-orm'
import { MINUTE } from '../../core/time.ts'
import { commit, refusedBy } from '../../db/client.ts'
import { payments } from '../../db/schema/payments.ts'
import { refunds } from '../../db/schema/refunds.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { openRenewal } from './open-renewal.ts'
import { settlePayment } from './settle-payment.ts'
import { findById } from './store.ts'
import { findEndedByShop } from './term-store.ts'
import type { Source } from './write-settlement.ts'
import { nextRevision, recordOnce } from './writes.ts'

/** How long before the end of its subscription a renewal may be paid and still have raced with that end. */
const SAME_MOMENT_MS = 2 * MINUTE

export const isRaced = ({ paidAt, endedAt }: { paidAt: number | null; endedAt: number }): boolean =>
  paidAt !== null && paidAt >= endedAt - SAME_MOMENT_MS

/**
 * A subscription that the shop ended at once, for a refund, a lost dispute or a deleted account, may have been renewed in
 * the same moment: its owner then paid for a period that is closed. Refunds such a renewal, once; the sweep carries the
 * refund out. Asked after every event of an ended subscription and of its money, so no order of events hides one.
 * @throws ProviderDown
 */
export async function refundRacedRenewal(
  deps: ShopDeps,
  stripeSubscriptionId: string,
  source: Source,
  now: number,
): Promise<void> {
  const { db, providers } = deps
  const [ended] = await findEndedByShop(db, stripeSubscriptionId)
  if (!ended?.endedAt) return
  const invoiceId = await providers.stripe.findLatestPaid(stripeSubscriptionId)
  const invoice = invoiceId === null ? null : await providers.stripe.findRenewal(invoiceId)
  if (!invoice || !isRaced({ paidAt: invoice.paidAt, endedAt: ended.endedAt })) return
  const renewal = await openRenewal(db, providers.stripe, invoice.invoiceId, now)
  if (typeof renewal === 'string') return
  await settlePayment(deps, renewal, invoice.invoiceId, source, now)
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
        ...{ paymentId, reference: crypto.randomUUID(), amountCents, status: 'approved', askedBy: 'admin' },
        ...{ actorId: null, reason: 'The renewal was paid while the subscription ended' },
        ...{ nextAttemptAt: now, createdAt: now, updatedAt: now },
      }),
    ])
  } catch (error) {
    // Done before, or the payment moved on, or a refund of it is under way: the next look decides again.
    const isDecided = ['payment_events', 'payments', 'refunds'].some((table) => refusedBy(error, table))
    if (!isDecided) throw error
  }
}
