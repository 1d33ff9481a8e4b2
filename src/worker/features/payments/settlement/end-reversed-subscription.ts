import { isOver } from '#shared/subscriptions/rules.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { endReversed } from '../../subscriptions/end-subscriptions.ts'
import type { Observation } from '../rules.ts'
import type { Payment } from '../store.ts'
import { fitsNoOrder, isGone } from './rules.ts'

/**
 * Ends a subscription whose current period was refunded, or lost in a dispute, so that it does not renew; also one whose
 * first payment did not fit its order, whatever it renewed since: it gives no access. An open dispute ends nothing, as
 * it may still be won. The provider ends the subscription before our own rows change, so that a crash in between is
 * repaired by the next run.
 * @throws ProviderDown
 */
export async function endReversedSubscription(
  deps: ShopDeps,
  payment: Payment,
  observed: Observation,
): Promise<void> {
  if (observed.kind !== 'paid' || observed.subscription === null) return
  if (!isGone(payment, observed)) return
  // The subscription has ended at the provider already: at most our own row must follow.
  if (isOver(observed.subscription.status)) return endReversed(deps, observed.subscription)
  if (payment.subscriptionId === null && fitsNoOrder(payment, observed))
    return endReversed(deps, observed.subscription)
  // The provider is asked for the latest payment: our tables may not have it yet.
  const latest = await deps.providers.stripe.findLatestPaid(observed.subscription.subscriptionId)
  if (latest === null || latest === observed.transactionId) await endReversed(deps, observed.subscription)
}
