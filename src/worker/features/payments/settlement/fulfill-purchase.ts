import type { Db, Write } from '../../../db/client.ts'
import { grantPurchase, grantSubscription } from '../../access/writes.ts'
import { notifyRenewal } from '../../subscriptions/notify-renewal.ts'
import { agreeMonthly, upsertSubscription } from '../../subscriptions/writes.ts'
import { addPrepaidMonth } from '../prepaid/sync-prepaid.ts'
import type { Paid } from '../rules.ts'
import type { Payment } from '../store.ts'
import { linkSubscription } from './writes.ts'

/**
 * What a paid payment gives, as statements that follow its own in the batch. A later payment of a subscription gives
 * nothing new: it brings the subscription up to date, and the grant is there. A month in advance begins or lengthens one.
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
    // Nobody renews it: a month in advance.
    return [...(await addPrepaidMonth(db, { ...payment, email }, now)), grantSubscription(db, base)]
  }
  const owner = { userId: payment.userId, email, scriptId: payment.scriptId }
  return [
    ...(await notifyRenewal(db, subscription, now)).writes,
    upsertSubscription(db, owner, subscription, now),
    agreeMonthly(db, subscription.subscriptionId, payment.originalCents),
    linkSubscription(db, payment.id, subscription.subscriptionId),
    grantSubscription(db, base),
  ]
}
