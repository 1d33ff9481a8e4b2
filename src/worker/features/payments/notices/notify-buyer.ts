import { toIso } from '#shared/core/time.ts'
import { orderLink, ownedProductLink, PRODUCTS_LINK } from '#shared/notifications/link-rules.ts'
import { consentText, WITHDRAWAL_MS } from '#shared/payments/consent-rules.ts'
import type { Db, Write } from '../../../db/client.ts'
import type { FileReadyData } from '../../email/order-mail-rules.ts'
import { queueMailUnlessDeleted, queueReceipt, receiptKey } from '../../email/writes.ts'
import { notification, REFRESH } from '../../notifications/message-rules.ts'
import { enqueueEmail, enqueueUserMessages } from '../../notifications/writes.ts'
import { isCrypto, type Paid, type PaymentState } from '../rules.ts'
import type { Payment, PaymentWithProduct } from '../store.ts'
import { changeMessages, isNews, onlyEndsDispute } from './change-messages.ts'
import { purchaseMessages } from './purchase-messages.ts'

/** The receipt and the live messages of a settlement. */
export function notifySettlement(
  db: Db,
  payment: Payment,
  product: PaymentWithProduct['product'],
  {
    observed,
    hasFile,
    upgrade = null,
  }: { observed: Paid; hasFile: boolean; upgrade?: { premiumEndsAt: number | null } | null },
  now: number,
): Write[] {
  const { id: paymentId, userId, purchaseType, amountCents, originalCents } = payment
  const writes: Write[] = []
  const to = payment.email ?? observed.email
  if (to !== null) {
    const data = {
      paymentId,
      amountCents,
      purchaseType,
      productId: product.id,
      productName: product.name,
      paidAt: now,
      renewsAt: observed.subscription?.currentPeriodEnd ?? null,
      renewalCents: observed.subscription ? originalCents : null,
      trialDays: payment.trialDays,
      ...withdrawalTerms(payment, now),
      upgrade: upgrade && { creditCents: payment.creditCents, endsAt: upgrade.premiumEndsAt },
    }
    writes.push(
      queueReceipt(db, { to, userId, data, now }),
      enqueueEmail(db, { key: `${receiptKey(paymentId)}:1`, deliveryKey: receiptKey(paymentId), now }),
    )
  }
  if (userId !== null) {
    const renewsAt = observed.subscription ? toIso(observed.subscription.currentPeriodEnd) : null
    const messages = purchaseMessages(payment, { ...product, hasFile }, renewsAt, now)
    writes.push(enqueueUserMessages(db, { key: `purchase:${paymentId}`, userId, messages, now }))
  }
  return writes
}

/** The right of withdrawal of an order, as its receipt states it. A renewal continues a contract: it has none of its own. */
function withdrawalTerms(payment: Payment, now: number) {
  const { amountCents, subscriptionId, consentVersion, consentAt } = payment
  const text = consentVersion === null ? null : consentText(consentVersion)
  const isNew = (amountCents > 0 || payment.trialDays > 0) && subscriptionId === null
  return {
    deliveryConsent: text === null || consentAt === null ? null : { text, at: consentAt },
    withdrawUntil: isNew ? now + WITHDRAWAL_MS : null,
  }
}

/** Notifies the buyer that the product they paid for has a file now: by mail and on their screens. */
export function notifyFileAvailable(
  db: Db,
  { id: paymentId, userId, email, scriptId, bundledIds }: Payment,
  product: PaymentWithProduct['product'],
  files: Pick<FileReadyData, 'file' | 'bundle'>,
  now: number,
): Write[] {
  const key = `file-ready:${paymentId}`
  const writes: Write[] = []
  if (email !== null) {
    const data = { paymentId, productId: scriptId, productName: product.name, ...files }
    const mail = { template: 'file-ready' as const, data }
    writes.push(
      queueMailUnlessDeleted(db, { key, to: email, userId, paymentId, mail, now }),
      enqueueEmail(db, { key: `${key}:1`, deliveryKey: key, now }),
    )
  }
  if (userId !== null) {
    const note = {
      id: `file-ready-${paymentId}`,
      type: 'success' as const,
      title: 'Your file is here',
      message: `${product.name} is ready to download.`,
      ...(bundledIds === null && { downloadUrl: `/api/download/file/${scriptId}` }),
      link: bundledIds === null ? ownedProductLink(scriptId) : PRODUCTS_LINK,
    }
    const messages = [
      notification(note, now),
      { type: 'purchase_completed' as const, data: { paymentId, productId: scriptId } },
    ]
    writes.push(enqueueUserMessages(db, { key: `${key}:screens`, userId, messages, now }))
  }
  return writes
}

/**
 * Notifies the buyer that a payment which did not fit its order was refunded in full: by mail and on their screens.
 * `refundedCents`: null where it was paid in another currency.
 */
export function notifyWrongPaymentRefunded(
  db: Db,
  payment: Payment,
  product: PaymentWithProduct['product'],
  refundedCents: number | null,
  now: number,
): Write[] {
  const { id: paymentId, userId, email } = payment
  // A deleted account, or a payment whose buyer left no address.
  if (email === null) return []
  const revision = payment.revision + 1
  const key = `wrong-payment-refunded:${paymentId}:${revision}`
  const data = { paymentId, productName: product.name, refundedCents, isCrypto: isCrypto(payment) }
  const writes: Write[] = [
    queueMailUnlessDeleted(db, {
      key,
      to: email,
      userId,
      paymentId,
      mail: { template: 'wrong-payment-refunded' as const, data },
      now,
    }),
    enqueueEmail(db, { key: `${key}:1`, deliveryKey: key, now }),
  ]
  if (userId !== null) {
    const note = {
      id: `wrong-payment-refunded-${paymentId}-${revision}`,
      type: 'info' as const,
      title: 'Payment refunded',
      message: `Your payment for ${product.name} did not match its order. It was refunded in full, and nothing was delivered.`,
      link: orderLink(paymentId),
    }
    const messages = [REFRESH, notification(note, now)]
    writes.push(enqueueUserMessages(db, { key: `${key}:screens`, userId, messages, now }))
  }
  return writes
}

/**
 * `isSecond`: a second payment for a product that the buyer has. `keepsAccess`: access follows a later month of the
 * subscription. `subscriptionEnded`: a refund that failed had ended the subscription. `failedCents`: of failed refunds.
 */
type Effect = {
  isSecond: boolean
  /** Such a payment whose card had used the coupon. */
  couponReused: boolean
  keepsAccess: boolean
  subscriptionEnded: boolean
  failedCents: number
}

/** Notifies the buyer of a refund, a dispute or a restored payment: by mail and on their screens. */
export function notifyChange(
  db: Db,
  payment: Payment,
  product: PaymentWithProduct['product'],
  { isSecond, couponReused, keepsAccess, subscriptionEnded, failedCents, ...to }: PaymentState & Effect,
  now: number,
): Write[] {
  if (!isNews(payment, to)) return []
  const { id: paymentId, userId, email, amountCents } = payment
  const revision = payment.revision + 1
  const key = `money:${paymentId}:${revision}`
  const writes: Write[] = []
  if (email !== null) {
    const data = {
      paymentId,
      amountCents,
      status: to.status,
      refundedCents: to.refundedCents,
      productName: product.name,
      isMonth: payment.purchaseType === 'subscription',
      isCrypto: isCrypto(payment),
      isSecond,
      couponReused,
      disputeEnded: onlyEndsDispute(payment, to),
      failedCents,
      keepsAccess,
      wasRefunded: payment.status === 'refunded',
      subscriptionEnded,
    }
    const mail = { template: 'money-moved' as const, data }
    writes.push(
      queueMailUnlessDeleted(db, { key, to: email, userId, paymentId, mail, now }),
      enqueueEmail(db, { key: `${key}:1`, deliveryKey: key, now }),
    )
  }
  if (userId !== null) {
    const effect = { isSecond, couponReused, keepsAccess, subscriptionEnded, failedCents }
    const isMonth = payment.purchaseType === 'subscription'
    const change = { ...to, ...effect, isMonth, isCrypto: isCrypto(payment) }
    const messages = changeMessages(payment, product, change, now)
    writes.push(enqueueUserMessages(db, { key: `change:${paymentId}:${revision}`, userId, messages, now }))
  }
  return writes
}
