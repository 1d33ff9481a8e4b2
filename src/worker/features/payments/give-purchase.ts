import type { Db, Write } from '../../db/client.ts'
import { grantPurchase, grantSubscription } from '../access/writes.ts'
import { upsertSubscription } from '../subscriptions/writes.ts'
import type { Payment } from './store.ts'
import type { Paid } from './write-settlement.ts'
import { linkSubscription } from './writes.ts'

/**
 * What a paid payment gives, as statements that follow its own in the batch. A later payment of a subscription gives
 * nothing new: it brings the subscription up to date, and the grant is there.
 */
export async function givePurchase(db: Db, payment: Payment, observed: Paid, now: number): Promise<Write[]> {
  const base = { userId: payment.userId, scriptId: payment.scriptId, paymentId: payment.id, now }
  if (payment.purchaseType === 'one-time') return [grantPurchase(db, base)]
  const { subscription } = observed
  if (subscription === null) return []
  const owner = { userId: payment.userId, email: payment.email ?? observed.email, scriptId: payment.scriptId }
  return [
    upsertSubscription(db, owner, subscription, now),
    linkSubscription(db, payment.id, subscription.subscriptionId),
    grantSubscription(db, base),
  ]
}
