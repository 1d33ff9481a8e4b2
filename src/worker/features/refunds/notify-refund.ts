import { formatCents } from '#shared/core/money.ts'
import { orderLink } from '#shared/notifications/link-rules.ts'
import type { Db, Write } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import type { MailToWrite } from '../email/mail-rules.ts'
import { queueMail, queueMailOnce } from '../email/writes.ts'
import { notification, REFRESH } from '../notifications/message-rules.ts'
import { enqueueEmail, enqueueEmailOnce, enqueueUserMessages } from '../notifications/writes.ts'
import type { RefundablePayment, RefundWithPayment } from './store.ts'

const keyOf = (what: string, reference: string) => `refund-${what}:${reference}`
const mailKey = (key: string) => `${key}:1`

/** Mail to support, for the batch that inserts the refund. */
export function notifyReview(
  { db, config }: ShopDeps,
  { payment, product }: RefundablePayment,
  refund: { reference: string; amountCents: number; reason: string | null },
  now: number,
): Write[] {
  const key = keyOf('review', refund.reference)
  const data = {
    paymentId: payment.id,
    productName: product.name,
    amountCents: payment.amountCents,
    refundCents: refund.amountCents,
    email: payment.email,
    note: refund.reason,
  }
  const mail = { template: 'refund-review' as const, data }
  return [
    queueMail(db, { key, to: config.supportEmail, paymentId: payment.id, mail, now }),
    enqueueEmail(db, { key: mailKey(key), deliveryKey: key, now }),
  ]
}

/** Mail to support: this refund failed, is delayed, or was accepted by the provider but not completed. */
export function notifyRefundTrouble(
  { db, config }: ShopDeps,
  { refund, payment, productName }: RefundWithPayment,
  { what, reason }: { what: 'trouble' | 'delayed' | 'uncounted'; reason: string },
  now: number,
): Write[] {
  // A delayed refund may be refused later. Each case has its own key, so support gets both mails.
  const key = keyOf(what, refund.reference)
  const data = {
    paymentId: payment.id,
    productName,
    amountCents: payment.amountCents,
    refundCents: refund.amountCents,
    email: payment.email,
    reason,
    what: what === 'trouble' ? ('failed' as const) : what,
  }
  const mail = { template: 'refund-trouble' as const, data }
  return [
    queueMailOnce(db, { key, to: config.supportEmail, paymentId: payment.id, mail, now }),
    enqueueEmailOnce(db, { key: mailKey(key), deliveryKey: key, now }),
  ]
}

/** Notifies the buyer that a refund was declined, failed, or waits to be claimed. */
export function notifyBuyer(
  db: Db,
  { refund, payment, productName }: RefundWithPayment,
  news: { declined: string | null } | { failed: true } | { claimUrl: string },
  now: number,
): Write[] {
  const what = 'declined' in news ? 'declined' : 'failed' in news ? 'failed' : 'claim'
  const key = keyOf(what, refund.reference)
  const writes: Write[] = []
  const mail = mailOf(news, { paymentId: payment.id, productName, refundCents: refund.amountCents })
  if (mail && payment.email !== null) {
    const { userId, email: to } = payment
    writes.push(
      queueMail(db, { key, to, userId, paymentId: payment.id, mail, now }),
      enqueueEmail(db, { key: mailKey(key), deliveryKey: key, now }),
    )
  }
  if (payment.userId !== null) {
    const [title, message] = messageFor(what, productName, refund.amountCents)
    const link = orderLink(payment.id)
    const messages = [REFRESH, notification({ id: key, type: 'info', title, message, link }, now)]
    writes.push(enqueueUserMessages(db, { key: `${key}:screens`, userId: payment.userId, messages, now }))
  }
  return writes
}

function mailOf(
  news: { declined: string | null } | { failed: true } | { claimUrl: string },
  about: { paymentId: number; productName: string; refundCents: number },
): MailToWrite | null {
  const { refundCents, ...order } = about
  if ('declined' in news) return { template: 'refund-declined', data: { ...order, note: news.declined } }
  // No mail here: support writes to the buyer.
  if ('failed' in news) return null
  return { template: 'refund-claim', data: { ...order, refundCents, claimUrl: news.claimUrl } }
}

function messageFor(what: 'declined' | 'failed' | 'claim', name: string, cents: number): [string, string] {
  switch (what) {
    case 'declined':
      return ['Refund declined', `Support reviewed your request for ${name} and emailed you the answer.`]
    case 'failed':
      return [
        'Refund failed',
        `The refund for ${name} did not go through. Our support team knows and will email you.`,
      ]
    case 'claim':
      return [
        'Claim your refund',
        `${formatCents(cents)} for ${name} is ready to be refunded. Enter your wallet address under your purchases.`,
      ]
  }
}
