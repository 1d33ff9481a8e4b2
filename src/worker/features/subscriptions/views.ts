import { endOfGrace } from '#shared/access/rules.ts'
import { toUsd } from '#shared/core/money.ts'
import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import { isOver, plannedEnd } from '#shared/subscriptions/rules.ts'
import { imageUrlOf } from '../catalogue/image-url.ts'
import type { SubscriptionWithProduct } from './store.ts'

type Shown = Omit<SubscriptionWithProduct, 'product'> & {
  product: Pick<
    SubscriptionWithProduct['product'],
    'id' | 'slug' | 'name' | 'priceCents' | 'imageUrl' | 'imagePath'
  >
}

export function toSubscription(
  { subscription, product, monthlyCents, lastPayment }: Shown,
  userId: number,
): Subscription {
  const { status, pastDueSince } = subscription
  // A prepaid month never renews automatically.
  const prepaid = subscription.stripeSubscriptionId === null
  const planned = plannedEnd(subscription) ?? (prepaid ? subscription.currentPeriodEnd : null)
  const renews = planned === null && (status === 'active' || status === 'trialing')
  const end = isOver(status) ? (subscription.endedAt ?? planned ?? subscription.currentPeriodEnd) : planned
  return {
    id: subscription.id,
    userId,
    productId: product.id,
    status,
    startDate: toIso(subscription.createdAt),
    monthlyPrice: toUsd(monthlyCents),
    nextBillingDate: renews ? toIso(subscription.currentPeriodEnd) : null,
    trialEndsAt: status === 'trialing' ? toIsoOrNull(subscription.trialEndsAt) : null,
    provider: subscription.provider,
    prepaid,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    endsAt: toIsoOrNull(end),
    reversed: lastPayment === 'refunded' || lastPayment === 'disputed' ? lastPayment : null,
    pastDueSince: toIsoOrNull(pastDueSince),
    graceEndsAt: pastDueSince === null ? null : toIso(endOfGrace(subscription, pastDueSince)),
    product: {
      id: product.id,
      slug: product.slug,
      name: product.name,
      price: toUsd(product.priceCents),
      imageUrl: imageUrlOf(product),
    },
  }
}
