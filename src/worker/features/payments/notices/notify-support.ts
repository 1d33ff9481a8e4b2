import type { Write } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { alertKey, queueAlert, queueMail } from '../../email/writes.ts'
import { enqueueEmail } from '../../notifications/writes.ts'
import { isCrypto } from '../rules.ts'
import type { Payment, PaymentWithProduct } from '../store.ts'
import { recordOnce } from '../writes.ts'

/** Notifies support that a refund was returned to the shop: a person must find another way to refund the buyer. */
export function notifyFailedRefund(
  { db, config }: ShopDeps,
  payment: Payment,
  product: PaymentWithProduct['product'],
  { refundCents, subscriptionEnded }: { refundCents: number; subscriptionEnded: boolean },
  now: number,
): Write[] {
  const { id: paymentId, email, amountCents } = payment
  const failed = isCrypto(payment)
    ? 'The provider could not send the refund and returned the money to the shop.'
    : 'The refund failed or was cancelled at Stripe, and the money is with the shop again. Stripe shows the reason.'
  const data = {
    paymentId,
    email,
    amountCents,
    productName: product.name,
    refundCents,
    reason: subscriptionEnded
      ? `${failed} The subscription ended with the refund: the buyer has neither the money nor access.`
      : failed,
    what: 'failed' as const,
  }
  const key = `refund-fell:${paymentId}:${payment.revision + 1}`
  const mail = { template: 'refund-trouble' as const, data }
  return [
    queueMail(db, { key, to: config.supportEmail, paymentId, mail, now }),
    enqueueEmail(db, { key: `${key}:1`, deliveryKey: key, now }),
  ]
}

/** Notifies support of a granted purchase that a person must review: its product has no file, or is no longer sold. */
export function notifyDeliveryProblem(
  { db, config }: ShopDeps,
  { id: paymentId, email, amountCents }: Payment,
  product: PaymentWithProduct['product'],
  { reason, source }: { reason: string; source: string },
  now: number,
): Write[] {
  const key = alertKey(paymentId, 'undeliverable')
  const data = {
    paymentId,
    email,
    amountCents,
    reason,
    productName: product.name,
    outcome: 'delivered' as const,
  }
  return [
    recordOnce(db, { paymentId, kind: 'undeliverable', source, details: { reason }, now }),
    queueAlert(db, { key, to: config.supportEmail, data, now }),
    enqueueEmail(db, { key: `${key}:1`, deliveryKey: key, now }),
  ]
}
