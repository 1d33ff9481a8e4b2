import type { Write } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { alertKey, queueAlert, queueMail } from '../email/writes.ts'
import { enqueueEmail } from '../notifications/writes.ts'
import type { Standing } from './rules.ts'
import type { Payment, PaymentWithProduct } from './store.ts'
import { recordOnce } from './writes.ts'

const fallenKey = (paymentId: number, revision: number) => `refund-fell:${paymentId}:${revision}`

export const failedRefundOutboxKey = (paymentId: number, revision: number) =>
  `${fallenKey(paymentId, revision)}:1`

/** A refund came back to the shop: its buyer still waits for the money, and a person must find another way. */
export function notifyFailedRefund(
  { db, config }: ShopDeps,
  payment: Payment,
  product: PaymentWithProduct['product'],
  to: Standing,
  now: number,
): Write[] {
  const { id: paymentId, email, amountCents } = payment
  const revision = payment.revision + 1
  const data = {
    ...{ paymentId, email, amountCents, productName: product.name },
    refundCents: payment.refundedCents - to.refundedCents,
    reason:
      'The bank of the buyer did not take the refund, and the provider gave the money back to the shop.',
  }
  const key = fallenKey(paymentId, revision)
  const mail = { template: 'refund-trouble' as const, data }
  return [
    queueMail(db, { key, to: config.supportEmail, paymentId, mail, now }),
    enqueueEmail(db, { key: failedRefundOutboxKey(paymentId, revision), deliveryKey: key, now }),
  ]
}

const undeliverableKey = (paymentId: number) => alertKey(paymentId, 'undeliverable')

export const undeliverableOutboxKey = (paymentId: number) => `${undeliverableKey(paymentId)}:1`

/** A purchase that was paid and granted, and that a person has to look at: its product cannot be had, or is not sold. */
export function alertUndeliverable(
  { db, config }: ShopDeps,
  { id: paymentId, email, amountCents }: Payment,
  product: PaymentWithProduct['product'],
  { reason, source }: { reason: string; source: string },
  now: number,
): Write[] {
  const key = undeliverableKey(paymentId)
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
    enqueueEmail(db, { key: undeliverableOutboxKey(paymentId), deliveryKey: key, now }),
  ]
}
