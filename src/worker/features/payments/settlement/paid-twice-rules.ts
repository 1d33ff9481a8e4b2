import { UPDATE_MONTHS } from '#shared/access/rules.ts'
import { LIFETIME_ID } from '#shared/catalogue/contract.ts'
import { addMonths } from '#shared/core/time.ts'
import type { SubscriptionStatus } from '#shared/subscriptions/contract.ts'
import { isOver, plannedEnd } from '#shared/subscriptions/rules.ts'

/** A purchase that gives access to one product; a bundle is one for each of its products. Instants in epoch milliseconds. */
export type PaidPurchase = {
  /** Its payment; of a subscription, the first one. */
  paymentId: number
  scriptId: number
  purchasedAt: number
  /** Null for a one-time purchase. */
  subscription: {
    status: SubscriptionStatus
    currentPeriodStart: number
    currentPeriodEnd: number
    cancelAtPeriodEnd: boolean
    cancelAt: number | null
    /** Null where it is prepaid. */
    stripeSubscriptionId: string | null
  } | null
}

/**
 * Each payment that a checkout would have refused because of earlier ones, with the latest of those: of a bundle, where
 * each of its products had been bought.
 * Subscriptions that have ended are left out: nothing of them can be charged again.
 */
export function listPaidTwice<Purchase extends PaidPurchase>(
  purchases: readonly Purchase[],
): { newer: Purchase; earlier: Purchase }[] {
  const running = purchases.filter(({ subscription }) => !subscription || !isOver(subscription.status))
  const inOrder = running.toSorted((a, b) => startOf(a) - startOf(b) || a.paymentId - b.paymentId)
  const earlierOf = (newer: Purchase) =>
    inOrder.slice(0, inOrder.indexOf(newer)).findLast((one) => includes(one, newer))
  const payments = Map.groupBy(inOrder, ({ paymentId }) => paymentId)
  return [...payments.values()].flatMap((bought) => {
    const pairs = bought.flatMap((newer) => {
      const earlier = earlierOf(newer)
      return earlier ? [{ newer, earlier }] : []
    })
    if (pairs.length < bought.length) return []
    return pairs.toSorted((a, b) => startOf(b.earlier) - startOf(a.earlier)).slice(0, 1)
  })
}

function includes(earlier: PaidPurchase, newer: PaidPurchase): boolean {
  if (earlier.scriptId !== newer.scriptId && earlier.scriptId !== LIFETIME_ID) return false
  // Prepaid months add up.
  if (isPrepaid(earlier) && isPrepaid(newer)) return false
  return startOf(newer) < endOf(earlier)
}

const isPrepaid = ({ subscription }: PaidPurchase) => subscription?.stripeSubscriptionId === null

/** A prepaid subscription is continued by months that are bought after a gap: only its present period counts. */
const startOf = (purchase: PaidPurchase): number =>
  isPrepaid(purchase) && purchase.subscription
    ? purchase.subscription.currentPeriodStart
    : purchase.purchasedAt

/** When the same product may be bought again: after the time of updates, or after the subscription. */
function endOf(purchase: PaidPurchase): number {
  const { scriptId, purchasedAt, subscription } = purchase
  if (subscription === null)
    return scriptId === LIFETIME_ID ? Number.POSITIVE_INFINITY : addMonths(purchasedAt, UPDATE_MONTHS)
  if (isPrepaid(purchase)) return subscription.currentPeriodEnd
  return plannedEnd(subscription) ?? Number.POSITIVE_INFINITY
}
