import { formatCents } from '../../core/money.ts'
import { toIso } from '../../core/time.ts'
import type { UserMessage } from '../notifications/contract.ts'
import type { PaymentStatus } from './contract.ts'
import type { Standing } from './rules.ts'

type Before = { refundedCents: number; status: PaymentStatus }

/** Whether a change says something to the buyer: a dispute that goes on while a refund falls through was told before. */
export const isNews = (before: Before, to: Standing): boolean =>
  !(before.status === 'disputed' && to.status === 'disputed')

/** A dispute ended, and a refund that was made before it is all that went back. */
export const onlyEndsDispute = (before: Before, to: Standing): boolean =>
  before.status === 'disputed' &&
  (to.status === 'refunded' || to.status === 'partially_refunded') &&
  to.refundedCents <= before.refundedCents

/** Of what was refunded so much is with the shop again, as its buyer's bank did not take it. */
export const failedCents = (before: Before, to: Standing): number =>
  Math.max(0, before.refundedCents - to.refundedCents)

/** What a refund, a dispute or its end tells the buyer's screens: what to reload, then the news. */
export function changeMessages(
  payment: { id: number; revision: number; refundedCents: number; status: PaymentStatus },
  product: { name: string },
  to: Standing & { isSecond: boolean },
  now: number,
): UserMessage[] {
  const timestamp = toIso(now)
  const [title, message] = messageFor(payment, product.name, to)
  const id = `money-${payment.id}-${payment.revision + 1}`
  const data = { id, type: 'info' as const, title, message, timestamp, read: false }
  // In this order: of two toasts the last one stays.
  return [{ type: 'dashboard_refresh' }, { type: 'notification', timestamp, data }]
}

function messageFor(before: Before, name: string, to: Standing & { isSecond: boolean }): [string, string] {
  if (to.status === 'refunded' && onlyEndsDispute(before, to)) {
    return ['Dispute ended', `The dispute of your payment for ${name} has ended. It stays refunded in full.`]
  }
  switch (to.status) {
    case 'refunded':
      return [
        'Payment refunded',
        to.isSecond
          ? `Your second payment for ${name} was refunded in full. Your access stays as it is.`
          : `Your payment for ${name} was refunded in full. What it paid for has ended.`,
      ]
    case 'disputed':
      return [
        'Payment disputed',
        `Your bank disputes a payment for ${name}. What it paid for is paused until that is settled.`,
      ]
    case 'partially_refunded': {
      const cents = to.refundedCents - before.refundedCents
      return cents > 0
        ? ['Partial refund', `${formatCents(cents)} of your payment for ${name} is on its way back to you.`]
        : ['Payment restored', `Your payment for ${name} counts again, and so does your access.`]
    }
    default:
      return ['Payment restored', `Your payment for ${name} counts again, and so does your access.`]
  }
}
