import { and, eq, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { payments } from '../../../db/schema/payments.ts'
import { refunds } from '../../../db/schema/refunds.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { alertKey, queueAlert } from '../../email/writes.ts'
import { commitAndDispatch } from '../../notifications/dispatch-outbox.ts'
import { enqueueEmailOnce } from '../../notifications/writes.ts'
import type { PaymentWithProduct } from '../store.ts'
import type { OwnRefund } from './rules.ts'

/**
 * Handles refunds of unapplied funds that the provider accepted and that failed later: their money is unapplied again,
 * the buyer can request another refund, and support is notified.
 */
export async function followFailedFunds(
  deps: ShopDeps,
  { payment, product }: PaymentWithProduct,
  failed: readonly OwnRefund[],
  now: number,
): Promise<void> {
  const { db, config } = deps
  const writes = failed.flatMap((refund): Write[] => {
    const key = alertKey(payment.id, `refund-${refund.id}`)
    const data = {
      paymentId: payment.id,
      productName: product.name,
      amountCents: refund.amountCents,
      email: payment.email,
      reason:
        'The provider could not send the refund of an excess or a partial payment. The money is back with the shop.',
      outcome: 'refund-failed' as const,
    }
    const isCounted = sql`exists (select 1 from refunds r where r.id = ${refund.id} and r.status in ('pending', 'succeeded'))`
    return [
      db
        .update(payments)
        .set({
          revision: sql`${payments.revision} + 1`,
          receivedCents: sql`${payments.receivedCents} + ${refund.amountCents}`,
          updatedAt: now,
        })
        .where(and(eq(payments.id, payment.id), isCounted)),
      db
        .update(refunds)
        .set({ status: 'failed', lastError: data.reason, nextAttemptAt: null, updatedAt: now })
        .where(and(eq(refunds.id, refund.id), isCounted)),
      queueAlert(db, { key, to: config.supportEmail, data, now }).onConflictDoNothing(),
      enqueueEmailOnce(db, { key: `${key}:1`, deliveryKey: key, now }),
    ]
  })
  await commitAndDispatch(deps, writes, now)
}
