import type { Db, Write } from '../../../db/client.ts'
import { grantPurchase, grantSubscription } from '../../access/writes.ts'
import { notifyRenewal } from '../../subscriptions/notify-renewal.ts'
import { agreeMonthly, upsertSubscription } from '../../subscriptions/writes.ts'
import { addPrepaidMonth } from '../prepaid/sync-prepaid.ts'
import type { Paid } from '../rules.ts'
import type { Payment } from '../store.ts'
import { linkSubscription } from './writes.ts'

/**
 * The statements that grant what a payment paid for; they follow the payment's own statement in the batch. A renewal
 * updates its subscription, whose grant exists already. A prepaid month starts or extends a subscription.
 */
export async function fulfillPurchase(
  db: Db,
  payment: Payment,
  observed: Paid,
  now: number,
): Promise<Write[]> {
  const base = { userId: payment.userId, scriptId: payment.scriptId, paymentId: payment.id, now }
  if (payment.purchaseType === 'one-time') return [grantPurchase(db, base)]
  const { subscription } = observed
  const email = payment.email ?? observed.email
  if (subscription === null) {
    // A prepaid month: no provider renews it.
    return [...(await addPrepaidMonth(db, { ...payment, email }, now)), grantSubscription(db, base)]
  }
  const owner = { userId: payment.userId, email, scriptId: payment.scriptId }
  return [
    ...(await notifyRenewal(db, subscription, now)).writes,
    upsertSubscription(db, owner, subscription, now),
    // A trial is no revenue: its first paid month sets the price.
    ...(payment.trialDays > 0 ? [] : [agreeMonthly(db, subscription.subscriptionId, payment.originalCents)]),
    linkSubscription(db, payment.id, subscription.subscriptionId),
    grantSubscription(db, base),
  ]
}
