import type { Db, Write } from '../../../db/client.ts'
import { userScripts } from '../../../db/schema/access.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { providerOf } from '../../../providers/payment-providers.ts'
import { grantPurchase, grantSubscription, ownGrant } from '../../access/writes.ts'
import { releaseUse } from '../../coupons/writes.ts'
import { wasMade } from '../rules.ts'
import { findById, type Payment } from '../store.ts'
import { wasSecondPayment } from './detect-second-payment.ts'
import { fulfillPurchase } from './fulfill-purchase.ts'
import { syncDependents } from './sync-dependents.ts'
import { balanceLedger } from './writes.ts'

/**
 * Recomputes everything that depends on a payment, with the statements of its settlement: missing access is granted,
 * access that should have ended ends. The statements are for one batch and idempotent. None where there is no such
 * payment.
 * @throws ProviderDown
 */
export async function repairPurchase(deps: ShopDeps, paymentId: number, now: number): Promise<Write[]> {
  const { db } = deps
  const found = await findById(db, paymentId)
  if (!found) return []
  return [
    ...((await isGranted(db, found.payment)) ? await giveAgain(deps, found.payment, now) : []),
    ...syncDependents(db, found.payment, now),
    ...releaseUse(db, paymentId),
    ...balanceLedger(db, paymentId, now),
  ]
}

/** A second payment grants nothing, also where its refund has failed. */
const isGranted = async (db: Db, { id, status }: Payment) =>
  wasMade(status) && !(await wasSecondPayment(db, id))

async function giveAgain(deps: ShopDeps, payment: Payment, now: number): Promise<Write[]> {
  const { db } = deps
  const { id, userId, scriptId, purchaseType, subscriptionId, checkoutId } = payment
  const base = { userId, scriptId, paymentId: id, now }
  const own = userId === null ? [] : [ownGrant(db, id, userId, now)]
  if (purchaseType === 'one-time') {
    return [
      grantPurchase(db, base).onConflictDoNothing({ target: [userScripts.paymentId, userScripts.scriptId] }),
      ...own,
    ]
  }
  if (subscriptionId !== null) return [grantSubscription(db, base), ...own]
  // The payment is not even linked to its subscription: only the provider knows the subscription.
  const provider = providerOf(deps.providers, payment.paymentProvider)
  const observed = provider && checkoutId !== null ? await provider.observe(checkoutId) : undefined
  return observed?.kind === 'paid' ? fulfillPurchase(db, payment, observed, now) : []
}
