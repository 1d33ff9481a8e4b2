import { formatDay } from '#shared/core/format-day.ts'
import { formatCents, toUsd } from '#shared/core/money.ts'
import type { UserMessage } from '#shared/notifications/contract.ts'
import {
  orderLink,
  ownedProductLink,
  PRODUCTS_LINK,
  SUBSCRIPTIONS_LINK,
} from '#shared/notifications/link-rules.ts'
import type { PurchaseType } from '#shared/payments/contract.ts'
import { notification } from '../../notifications/message-rules.ts'

type Bought = {
  id: number
  scriptId: number
  amountCents: number
  originalCents: number
  purchaseType: PurchaseType
  /** The products of a bundle. */
  bundledIds: number[] | null
  /** Before the settlement it is set only for the renewal of a subscription. */
  subscriptionId: number | null
  trialDays?: number
}

/** The live messages about a settled purchase: first the notification, then the reloads. */
export function purchaseMessages(
  payment: Bought,
  product: { name: string; hasFile: boolean },
  renewsAt: string | null,
  now: number,
): UserMessage[] {
  const monthly = payment.purchaseType === 'subscription'
  return [
    notification(
      {
        id: `purchase-${payment.id}`,
        type: 'purchase',
        ...messageFor(payment, product, renewsAt),
        purchaseDetails: { productName: product.name, amount: toUsd(payment.amountCents) },
        ...(product.hasFile &&
          payment.bundledIds === null && { downloadUrl: `/api/download/file/${payment.scriptId}` }),
        link: linkOf(payment),
        product: { name: product.name, price: toUsd(payment.amountCents) },
        ...(monthly && {
          subscription: { status: payment.trialDays ? 'trialing' : 'active', nextBillingDate: renewsAt },
        }),
      },
      now,
    ),
    { type: 'purchase_completed', data: { paymentId: payment.id, productId: payment.scriptId } },
    ...(monthly ? [{ type: 'subscription_created' as const, data: { productId: payment.scriptId } }] : []),
  ]
}

/** A renewal is one order of many; a first purchase leads to what was bought. */
function linkOf({ id, scriptId, bundledIds, purchaseType, subscriptionId }: Bought): string {
  if (bundledIds) return PRODUCTS_LINK
  if (purchaseType === 'one-time') return ownedProductLink(scriptId)
  return subscriptionId === null ? SUBSCRIPTIONS_LINK : orderLink(id)
}

function messageFor(
  { bundledIds, purchaseType, subscriptionId, amountCents, originalCents, trialDays = 0 }: Bought,
  { name, hasFile }: { name: string; hasFile: boolean },
  renewsAt: string | null,
) {
  if (bundledIds)
    return {
      title: 'Purchase complete',
      message: hasFile
        ? `The ${bundledIds.length} scripts of ${name} are ready to download.`
        : `You have ${name}. One of its scripts has no file at the moment: we will email you its link as soon as it has one.`,
    }
  if (!hasFile)
    return {
      title: amountCents > 0 ? 'Payment received' : 'Order complete',
      message: `${name} has no file to download yet. We will email you the link as soon as it has one.`,
    }
  if (purchaseType === 'one-time')
    return { title: 'Purchase complete', message: `${name} is ready to download.` }
  if (trialDays > 0 && renewsAt !== null)
    return {
      title: 'Free days started',
      message: `${name} is free until ${formatDay(Date.parse(renewsAt))} (UTC), then ${formatCents(originalCents)} a month. Cancel before that day and nothing is charged.`,
    }
  if (renewsAt === null && amountCents === 0)
    return {
      title: 'Free month started',
      message: `${name} is free for one month. It ends automatically, and you are not charged.`,
    }
  if (renewsAt === null)
    return { title: 'Month paid', message: `A month of ${name} is paid. It does not renew automatically.` }
  return subscriptionId === null
    ? {
        title: 'Subscription started',
        message: `${name} is active at ${formatCents(originalCents)} a month.`,
      }
    : {
        title: 'Subscription renewed',
        message: `${formatCents(amountCents)} was paid for a month of ${name}.`,
      }
}
