import { toUsd } from '#shared/core/money.ts'
import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { ListedSubscription, Order, OrderDetail } from '#shared/orders/contract.ts'
import { taxIn, taxProblemOf, toStatedTax } from '#shared/seller/tax-rules.ts'
import { imageUrlOf } from '../catalogue/image-url.ts'
import { canComplete, isCrypto } from '../payments/rules.ts'
import { moneyOf } from '../payments/views.ts'
import { type DisputeKind, readDispute } from '../payments/webhooks/dispute-rules.ts'
import { isOpen } from '../refunds/rules.ts'
import { toSubscription } from '../subscriptions/views.ts'
import type { Whole, WholeOrder } from './order-store.ts'
import { type Dashboards, providerUrl } from './provider-url-rules.ts'
import type { OrderRow } from './purchase-store.ts'
import type { ListedRow } from './subscription-store.ts'

type Buyer = { userId: number | null; username: string | null; userEmail: string | null }

const toBuyer = ({ userId, username, userEmail }: Buyer) =>
  userId === null ? null : { id: userId, username: username ?? `#${userId}`, email: userEmail ?? '' }

type OfProduct = {
  scriptId: number
  productSlug: string
  productName: string
  productImagePath: string | null
}

const toProduct = (row: OfProduct) => ({
  id: row.scriptId,
  slug: row.productSlug,
  name: row.productName,
  imageUrl: imageUrlOf({ id: row.scriptId, imagePath: row.productImagePath }),
})

export const toOrder = (row: Omit<OrderRow, 'emailKey'>): Order => ({
  id: row.id,
  orderReference: row.orderReference,
  userId: row.userId,
  productId: row.scriptId,
  amount: toUsd(row.amountCents),
  refundedAmount: toUsd(row.refundedCents),
  status: row.status,
  purchaseType: row.purchaseType,
  provider: row.paymentProvider,
  email: row.email,
  purchaseDate: toIso(row.paymentDate ?? row.createdAt),
  createdAt: toIso(row.createdAt),
  couponCode: row.couponCode,
  flaggedReason: row.flaggedReason,
  product: toProduct(row),
  user: toBuyer(row),
})

/**
 * The facts of an order. Omits the address where a crypto refund is claimed, because the first person to open that page
 * chooses the wallet.
 */
export function toOrderFacts(
  { order, refunds, events }: Whole,
  at: Dashboards,
): Omit<OrderDetail, 'timeline' | 'older'> {
  const { wasClosed, unappliedRefundedCents } = order
  // The other values of the money history are left empty: the timeline shows them.
  const aside = {
    wasClosed,
    unappliedRefundedCents,
    claimUrl: null,
    lostBy: null,
    isProcessing: 0,
    isSecond: 0,
    reusedCoupon: 0,
    trialStopped: null,
  }
  const { claimUrl: _, isSecondPayment: __, couponReused: ___, ...money } = moneyOf({ payment: order, aside })
  const open = refunds.find(({ status }) => isOpen(status))
  return {
    ...toOrder(order),
    ...money,
    contents: order.contents,
    currency: order.currency,
    originalAmount: toUsd(order.originalCents),
    discountAmount: toUsd(order.trialDays > 0 ? 0 : order.discountCents),
    tax: taxOf(order),
    taxProblem: order.paymentDate === null ? null : taxProblemOf(order.tax),
    isCrypto: isCrypto(order),
    canComplete: canComplete(order, order.wasClosedAsRefunded === 1),
    paidAt: toIsoOrNull(order.paymentDate),
    expiresAt: toIsoOrNull(order.expiresAt),
    periodStart: toIsoOrNull(order.periodStart),
    periodEnd: toIsoOrNull(order.periodEnd),
    nextCheckAt: toIsoOrNull(order.nextCheckAt),
    ids: {
      reference: order.reference,
      checkoutId: order.checkoutId,
      transactionId: order.transactionId,
      intentId: order.intentId,
    },
    providerUrl: providerUrl(order, at),
    couponId: order.couponId,
    referrer:
      order.referrerId === null
        ? null
        : { id: order.referrerId, username: order.referrerName ?? `#${order.referrerId}` },
    ...toGiven(order),
    dispute: latestDispute(events, 'dispute'),
    fraudWarning: openWarning(events, order.refundedCents >= order.amountCents),
    openRefund: open
      ? { id: open.id, amount: toUsd(open.amountCents), status: open.status, reason: open.reason }
      : null,
  }
}

function taxOf({ tax, amountCents }: WholeOrder): OrderDetail['tax'] {
  const cents = tax && taxIn(amountCents, tax)
  return tax === null || cents === null ? null : toStatedTax(tax, toUsd(cents))
}

function latestDispute(events: Whole['events'], kind: DisputeKind): OrderDetail['dispute'] {
  const own = events.filter((event) => event.kind.startsWith(`${kind}:`))
  const [latest] = own.toSorted((a, b) => b.id - a.id)
  if (!latest) return null
  const { status, reason, amountCents, dueAt } = readDispute(latest.details)
  return {
    status,
    reason,
    dueAt: toIsoOrNull(dueAt),
    amount: amountCents === null ? null : toUsd(amountCents),
  }
}

function openWarning(events: Whole['events'], isRefunded: boolean): OrderDetail['fraudWarning'] {
  const warning = latestDispute(events, 'fraud-warning')
  const isOpen = warning?.status === 'actionable' && !isRefunded && latestDispute(events, 'dispute') === null
  return isOpen ? warning : null
}

const toGiven = (order: WholeOrder) => ({
  grant:
    order.grantId === null
      ? null
      : { id: order.grantId, status: order.grantStatus ?? '', isActive: order.grantStatus === 'active' },
  licence:
    order.licenceId === null
      ? null
      : {
          id: order.licenceId,
          licenceKey: order.licenceKey ?? '',
          devicesUsed: order.devicesUsed,
          deviceLimit: order.deviceLimit ?? 0,
          isRevoked: order.revokedAt !== null,
        },
  subscription:
    order.subscriptionId === null || order.subscriptionStatus === null
      ? null
      : {
          id: order.subscriptionId,
          status: order.subscriptionStatus,
          stripeSubscriptionId: order.stripeSubscriptionId,
        },
})

export function toListedSubscription(row: ListedRow): ListedSubscription {
  const product = {
    ...toProduct(row),
    imagePath: row.productImagePath,
    priceCents: row.productPriceCents,
  }
  const { agreedCents: monthlyCents, lastPayment } = row
  return {
    ...toSubscription({ subscription: row, product, monthlyCents, lastPayment }, row.userId ?? 0),
    userId: row.userId,
    email: row.email,
    user: toBuyer(row),
    stripeSubscriptionId: row.stripeSubscriptionId,
    stripeCustomerId: row.stripeCustomerId,
  }
}
