import { UPDATE_MONTHS } from '#shared/access/rules.ts'
import { LIFETIME_ID } from '#shared/catalogue/contract.ts'
import { addMonths } from '#shared/core/time.ts'
import type { SubscriptionStatus } from '#shared/subscriptions/contract.ts'
import { isOver, plannedEnd } from '#shared/subscriptions/rules.ts'

/** A purchase of a buyer that gives access. Instants in epoch milliseconds. */
export type PaidPurchase = {
  /** Its payment; of a subscription, the payment of the latest period. */
  paymentId: number
  scriptId: number
  purchasedAt: number
  /** Null for a one-time purchase. */
  subscription: {
    status: SubscriptionStatus
    currentPeriodEnd: number
    cancelAtPeriodEnd: boolean
    cancelAt: number | null
    endedAt: number | null
    /** Null where it is prepaid. */
    stripeSubscriptionId: string | null
  } | null
}

/**
 * The purchases that a checkout would have refused because of an earlier one, each with the latest such purchase. They
 * exist where the shop could not know the buyer at the time, or the earlier one gave no access then.
 */
export function listPaidTwice<Purchase extends PaidPurchase>(
  purchases: readonly Purchase[],
): { again: Purchase; earlier: Purchase }[] {
  const inOrder = purchases.toSorted((a, b) => a.purchasedAt - b.purchasedAt || a.paymentId - b.paymentId)
  return inOrder.flatMap((again, index) => {
    const earlier = inOrder.slice(0, index).findLast((one) => includes(one, again))
    return earlier ? [{ again, earlier }] : []
  })
}

function includes(earlier: PaidPurchase, later: PaidPurchase): boolean {
  if (earlier.scriptId !== later.scriptId && earlier.scriptId !== LIFETIME_ID) return false
  // Prepaid months add up.
  if (isPrepaid(earlier) && isPrepaid(later)) return false
  return later.purchasedAt < endOf(earlier)
}

const isPrepaid = ({ subscription }: PaidPurchase) => subscription?.stripeSubscriptionId === null

/** When the same product could be bought again: after the time of updates, or after the subscription. */
function endOf(purchase: PaidPurchase): number {
  const { scriptId, purchasedAt, subscription } = purchase
  if (subscription === null)
    return scriptId === LIFETIME_ID ? Number.POSITIVE_INFINITY : addMonths(purchasedAt, UPDATE_MONTHS)
  if (isOver(subscription.status)) return subscription.endedAt ?? subscription.currentPeriodEnd
  if (isPrepaid(purchase)) return subscription.currentPeriodEnd
  return plannedEnd(subscription) ?? Number.POSITIVE_INFINITY
}
