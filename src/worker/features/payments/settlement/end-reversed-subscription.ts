import { isOver } from '#shared/subscriptions/rules.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { endReversed } from '../../subscriptions/end-subscriptions.ts'
import type { Observation } from '../rules.ts'
import type { Payment } from '../store.ts'
import { isGone } from './rules.ts'

/**
 * Ends a subscription whose running period was refunded, or lost to a dispute, so that it does not renew. One under an open
 * dispute may still be won. The provider ends it before our own rows change, so that a crash in between is repeated.
 * @throws ProviderDown
 */
export async function endReversedSubscription(
  deps: ShopDeps,
  payment: Payment,
  observed: Observation,
): Promise<void> {
  if (observed.kind !== 'paid' || observed.subscription === null) return
  if (!isGone(payment, observed)) return
  // Ended at the provider already: at most our own row has to follow.
  if (isOver(observed.subscription.status)) return endReversed(deps, observed.subscription)
  // Asked at the provider: our tables may not have a payment that was made since.
  const latest = await deps.providers.stripe.findLatestPaid(observed.subscription.subscriptionId)
  if (latest === null || latest === observed.transactionId) await endReversed(deps, observed.subscription)
}
