import { formatCents } from '#shared/core/money.ts'
import { orderLink } from '#shared/notifications/link-rules.ts'
import type { Db, Write } from '../../../db/client.ts'
import { SECOND_KIND } from '../../../db/payment-history.ts'
import { refunds } from '../../../db/schema/refunds.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { alertKey, queueAlert, queueMail } from '../../email/writes.ts'
import { notification, REFRESH } from '../../notifications/message-rules.ts'
import { enqueueEmail, enqueueUserMessages } from '../../notifications/writes.ts'
import type { Payment, PaymentWithProduct } from '../store.ts'
import { recordOnce } from '../writes.ts'

export const insertSecondPaymentRefund = (
  db: Db,
  paymentId: number,
  amountCents: number,
  now: number,
  isCoupon = false,
) =>
  db.insert(refunds).values({
    paymentId,
    reference: crypto.randomUUID(),
    amountCents,
    status: 'approved',
    askedBy: 'admin',
    actorId: null,
    reason: isCoupon ? 'The card had used the coupon before' : 'A second payment for the same product',
    nextAttemptAt: now,
    createdAt: now,
    updatedAt: now,
  })

/** The writes for the refund of a second payment (carried out after its event or by the sweep) and for its notices. */
export function refundSecondPayment(
  { db, config }: ShopDeps,
  { id: paymentId, userId, email, amountCents }: Payment,
  product: PaymentWithProduct['product'],
  { reason, isCoupon = false, source }: { reason: string; isCoupon?: boolean; source: string },
  now: number,
): Write[] {
  const key = `second-payment:${paymentId}`
  const alertMailKey = alertKey(paymentId, 'second-payment')
  const productName = product.name
  const data = { paymentId, productName, amountCents, couponReused: isCoupon }
  const alert = {
    paymentId,
    productName,
    amountCents,
    email,
    reason: isCoupon ? reason : 'Second payment for a product that the buyer already has',
    outcome: 'refunded' as const,
  }
  const writes: Write[] = [
    recordOnce(db, {
      paymentId,
      kind: SECOND_KIND,
      source,
      details: { reason, ...(isCoupon && { coupon: 1 }) },
      now,
    }),
    insertSecondPaymentRefund(db, paymentId, amountCents, now, isCoupon),
    queueAlert(db, { key: alertMailKey, to: config.supportEmail, data: alert, now }),
    enqueueEmail(db, { key: `${alertMailKey}:1`, deliveryKey: alertMailKey, now }),
  ]
  if (email !== null) {
    const mail = { template: 'second-payment' as const, data }
    writes.push(
      queueMail(db, { key, to: email, userId, paymentId, mail, now }),
      enqueueEmail(db, { key: `${key}:1`, deliveryKey: key, now }),
    )
  }
  if (userId !== null) {
    const title = isCoupon ? 'This coupon was used before' : 'You already have this product'
    const why = isCoupon
      ? `The coupon was used with this card before, for another account, so you did not get ${productName}.`
      : `You already have ${productName}.`
    const message = `${why} We are refunding ${formatCents(amountCents)} to you.`
    const link = orderLink(paymentId)
    const messages = [REFRESH, notification({ id: key, type: 'warning', title, message, link }, now)]
    writes.push(enqueueUserMessages(db, { key: `${key}:screens`, userId, messages, now }))
  }
  return writes
}
