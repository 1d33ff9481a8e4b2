import { toIso } from '../../core/time.ts'
import type { Db, Write } from '../../db/client.ts'
import { queueMail, queueReceipt, receiptKey } from '../email/writes.ts'
import type { UserMessage } from '../notifications/contract.ts'
import { enqueueEmail, enqueueUserMessages } from '../notifications/writes.ts'
import { changeMessages, failedCents, isNews, onlyEndsDispute } from './change-messages.ts'
import { purchaseMessages } from './purchase-messages.ts'
import { isCrypto, type Standing } from './rules.ts'
import type { Payment, PaymentWithProduct } from './store.ts'
import type { Paid } from './write-settlement.ts'

const settlementKeys = (paymentId: number) => ({
  mail: `${receiptKey(paymentId)}:1`,
  screens: `purchase:${paymentId}`,
})

export const settlementOutboxKeys = (paymentId: number): string[] => Object.values(settlementKeys(paymentId))

/** The receipt and the live messages of a settlement. */
export function notifySettlement(
  db: Db,
  payment: Payment,
  product: PaymentWithProduct['product'],
  { observed, hasFile }: { observed: Paid; hasFile: boolean },
  now: number,
): Write[] {
  const { id: paymentId, userId, purchaseType, amountCents, originalCents } = payment
  const writes: Write[] = []
  const keys = settlementKeys(paymentId)
  const to = payment.email ?? observed.email
  if (to !== null) {
    const data = {
      ...{ paymentId, amountCents, purchaseType },
      productId: product.id,
      productName: product.name,
      paidAt: now,
      renewsAt: observed.subscription?.currentPeriodEnd ?? null,
      renewalCents: observed.subscription ? originalCents : null,
    }
    writes.push(
      queueReceipt(db, { to, userId, data, now }),
      enqueueEmail(db, { key: keys.mail, deliveryKey: receiptKey(paymentId), now }),
    )
  }
  if (userId !== null) {
    const renewsAt = observed.subscription ? toIso(observed.subscription.currentPeriodEnd) : null
    const messages = purchaseMessages(payment, { ...product, hasFile }, renewsAt, now)
    writes.push(enqueueUserMessages(db, { key: keys.screens, userId, messages, now }))
  }
  return writes
}

const fileKeys = (paymentId: number) => ({
  delivery: `file-ready:${paymentId}`,
  mail: `file-ready:${paymentId}:1`,
  screens: `file-ready:${paymentId}:screens`,
})

export function fileOutboxKeys(paymentId: number): string[] {
  const { mail, screens } = fileKeys(paymentId)
  return [mail, screens]
}

/** What a buyer hears when the product they paid for has a file at last: by mail and on their screens. */
export function notifyFileAvailable(
  db: Db,
  { id: paymentId, userId, email, scriptId }: Payment,
  product: PaymentWithProduct['product'],
  file: { name: string; version: string; sha256: string },
  now: number,
): Write[] {
  const keys = fileKeys(paymentId)
  const writes: Write[] = []
  if (email !== null) {
    const data = { paymentId, productId: scriptId, productName: product.name, file }
    const mail = { template: 'file-ready' as const, data }
    writes.push(
      queueMail(db, { key: keys.delivery, to: email, userId, paymentId, mail, now }),
      enqueueEmail(db, { key: keys.mail, deliveryKey: keys.delivery, now }),
    )
  }
  if (userId !== null) {
    const timestamp = toIso(now)
    const data = {
      ...{ id: `file-ready-${paymentId}`, type: 'success' as const, timestamp, read: false },
      title: 'Your file is here',
      message: `${product.name} is ready to download.`,
      downloadUrl: `/api/download/file/${scriptId}`,
    }
    const messages: UserMessage[] = [
      { type: 'notification', timestamp, data },
      { type: 'purchase_completed', data: { paymentId, productId: scriptId } },
    ]
    writes.push(enqueueUserMessages(db, { key: keys.screens, userId, messages, now }))
  }
  return writes
}

const changeKeys = (paymentId: number, revision: number) => ({
  delivery: `money:${paymentId}:${revision}`,
  mail: `money:${paymentId}:${revision}:1`,
  screens: `change:${paymentId}:${revision}`,
})

export function changeOutboxKeys(paymentId: number, revision: number): string[] {
  const { mail, screens } = changeKeys(paymentId, revision)
  return [mail, screens]
}

/** What a buyer hears when money went back, was disputed, or came again: by mail and on their screens. */
export function notifyChange(
  db: Db,
  payment: Payment,
  product: PaymentWithProduct['product'],
  { isSecond, ...to }: Standing & { isSecond: boolean },
  now: number,
): Write[] {
  if (!isNews(payment, to)) return []
  const { id: paymentId, userId, email, amountCents } = payment
  const keys = changeKeys(paymentId, payment.revision + 1)
  const writes: Write[] = []
  if (email !== null) {
    const data = {
      ...{ paymentId, amountCents, status: to.status, refundedCents: to.refundedCents },
      productName: product.name,
      isCrypto: isCrypto(payment),
      isSecond,
      disputeEnded: onlyEndsDispute(payment, to),
      failedCents: failedCents(payment, to),
    }
    const mail = { template: 'money-moved' as const, data }
    writes.push(
      queueMail(db, { key: keys.delivery, to: email, userId, paymentId, mail, now }),
      enqueueEmail(db, { key: keys.mail, deliveryKey: keys.delivery, now }),
    )
  }
  if (userId !== null) {
    const messages = changeMessages(payment, product, { ...to, isSecond }, now)
    writes.push(enqueueUserMessages(db, { key: keys.screens, userId, messages, now }))
  }
  return writes
}
