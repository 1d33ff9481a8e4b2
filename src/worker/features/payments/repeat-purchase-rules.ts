import type { Access } from '#shared/access/rules.ts'
import { formatDay } from '#shared/core/format-day.ts'
import type { CollectingProvider } from '#shared/payments/contract.ts'
import type { CurrentSubscription } from '../subscriptions/subscription-state.ts'

/** The products that an order grants: those of its bundle, or its one product. */
export const grantedProducts = ({
  scriptId,
  bundledIds,
}: {
  scriptId: number
  bundledIds: number[] | null
}): number[] => bundledIds ?? [scriptId]

/** Whether an order grants one of the things that this product would. */
export const overlaps = (
  payment: { scriptId: number; bundledIds: number[] | null },
  { id, bundledIds }: { id: number; bundledIds: number[] | null },
): boolean => {
  const wanted = grantedProducts({ scriptId: id, bundledIds })
  return grantedProducts(payment).some((one) => wanted.includes(one))
}

/**
 * As `refuseRepeat`, for an order of one product or of a bundle; `accesses`: to each of its products. A bundle is refused
 * where each of its products would be: with one product less than that, the buyer gets something.
 */
export function refuseRepeatedOrder(
  accesses: readonly (Access | null)[],
  now: number,
  current: CurrentSubscription | null = null,
  provider: CollectingProvider = 'stripe',
): string | null {
  const [only = null, ...others] = accesses
  if (others.length === 0) return refuseRepeat(only, now, current, provider)
  const refusals = accesses.map((access) => refuseRepeat(access, now))
  if (refusals.includes(null)) return null
  return accesses.some((access) => access?.source === 'lifetime')
    ? 'Your Lifetime plan already includes every script of this bundle.'
    : 'You already own every script of this bundle. They are in your dashboard.'
}

/**
 * The reason why a buyer should not pay again; null where they may. `current`: their subscription to this product that
 * has not ended, even where it gives no access now: while one waits for its payment, no second one is sold.
 */
export function refuseRepeat(
  access: Access | null,
  now: number,
  current: CurrentSubscription | null = null,
  provider: CollectingProvider = 'stripe',
): string | null {
  if (access?.source === 'lifetime') return 'Your Lifetime plan already includes this product.'
  if (current?.prepaid) {
    // Prepaid months add up; a card would be charged while they run.
    if (provider !== 'stripe') return null
    return `Your prepaid month runs until ${formatDay(current.currentPeriodEnd)} (UTC). Renew it with crypto, or subscribe by card after that day.`
  }
  if (current && access === null) {
    return 'Your subscription to this product is waiting for its payment. Update your card in your dashboard, or cancel it there first.'
  }
  if (access?.source === 'subscription' || current) {
    return 'You already have an active subscription to this product.'
  }
  if (access?.source === 'purchase' && (access.updatesUntil === null || access.updatesUntil > now)) {
    return 'You already own this product. It is in your dashboard.'
  }
  // Premium opens a product only while Premium runs; a bought product stays open after that.
  return null
}
