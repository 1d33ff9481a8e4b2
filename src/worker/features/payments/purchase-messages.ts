import { formatCents, toUsd } from '../../core/money.ts'
import { toIso } from '../../core/time.ts'
import type { UserMessage } from '../notifications/contract.ts'
import type { PurchaseType } from './contract.ts'

/** What a settled purchase tells the buyer's screens: the news itself, then what to reload. */
export function purchaseMessages(
  payment: {
    id: number
    scriptId: number
    amountCents: number
    originalCents: number
    purchaseType: PurchaseType
  },
  product: { name: string },
  renewsAt: string | null,
  now: number,
): UserMessage[] {
  const monthly = payment.purchaseType === 'subscription'
  const timestamp = toIso(now)
  return [
    {
      type: 'notification',
      timestamp,
      data: {
        id: `purchase-${payment.id}`,
        type: 'purchase',
        title: monthly ? 'Subscription started' : 'Purchase complete',
        message: monthly
          ? `${product.name} is active${renewsAt === null ? '' : ` at ${formatCents(payment.originalCents)} a month`}.`
          : `${product.name} is ready to download.`,
        timestamp,
        read: false,
        purchaseDetails: { productName: product.name, amount: toUsd(payment.amountCents) },
        downloadUrl: `/api/download/file/${payment.scriptId}`,
        product: { name: product.name, price: toUsd(payment.amountCents) },
        ...(monthly && { subscription: { status: 'active', nextBillingDate: renewsAt } }),
      },
    },
    { type: 'purchase_completed', data: { paymentId: payment.id, productId: payment.scriptId } },
    ...(monthly ? [{ type: 'subscription_created' as const, data: { productId: payment.scriptId } }] : []),
  ]
}
