import { formatCents } from '#shared/core/money.ts'
import type { UserMessage } from '#shared/notifications/contract.ts'
import { orderLink } from '#shared/notifications/link-rules.ts'
import type { PaymentStatus } from '#shared/payments/contract.ts'
import { notification, REFRESH } from '../../notifications/message-rules.ts'
import { isReversed, type PaymentState } from '../rules.ts'

type Before = { refundedCents: number; status: PaymentStatus }
type Change = PaymentState & {
  isSecond: boolean
  couponReused: boolean
  keepsAccess: boolean
  isMonth: boolean
  isCrypto: boolean
  failedCents: number
  subscriptionEnded: boolean
}

/**
 * Whether the buyer is notified of a change. Not where a dispute continues, for example while a refund fails: the buyer
 * was notified of the dispute before.
 */
export const isNews = (before: Before, to: PaymentState): boolean =>
  !(before.status === 'disputed' && to.status === 'disputed')

/** True where a dispute ended and no more was refunded than before it. */
export const onlyEndsDispute = (before: Before, to: PaymentState): boolean =>
  before.status === 'disputed' &&
  (to.status === 'refunded' || to.status === 'partially_refunded') &&
  to.refundedCents <= before.refundedCents

/** The live messages about a refund, a dispute or its end: first the reload, then the notification. */
export function changeMessages(
  payment: { id: number; revision: number; refundedCents: number; status: PaymentStatus },
  product: { name: string },
  to: Change,
  now: number,
): UserMessage[] {
  const [title, message] = messageFor(payment, product.name, to)
  const id = `money-${payment.id}-${payment.revision + 1}`
  return [REFRESH, notification({ id, type: 'info', title, message, link: orderLink(payment.id) }, now)]
}

function messageFor(before: Before, name: string, to: Change): [string, string] {
  const keepsAccess = to.isSecond || to.keepsAccess
  if (to.status === 'refunded' && onlyEndsDispute(before, to)) {
    return [
      'Dispute ended',
      `The dispute of your payment for ${name} has ended. The payment stays refunded in full.`,
    ]
  }
  if (to.subscriptionEnded) {
    const message = `Our refund for ${name} did not reach you. Your subscription stays ended. Our support team will email you.`
    return ['Refund failed', message]
  }
  // A refund or a dispute at the same time is the greater news.
  const isNewlyReversed = isReversed(to.status) && to.status !== before.status
  if (to.failedCents > 0 && !isNewlyReversed) {
    const refund = `refund of ${formatCents(to.failedCents)} for ${name}`
    const access =
      before.status === 'refunded' && !isReversed(to.status) && !keepsAccess ? ` ${accessBack(to)}` : ''
    return to.isCrypto
      ? [
          'Refund failed',
          `Our payment provider could not send your ${refund}.${access} Our support team will email you.`,
        ]
      : ['Refund failed', `Our ${refund} did not reach you.${access} Our support team will email you.`]
  }
  switch (to.status) {
    case 'refunded':
      // A crypto refund is sent when the buyer has claimed it.
      if (to.isCrypto) return ['Refund on its way', cryptoRefund(name, to)]
      return [
        'Payment refunded',
        to.couponReused
          ? `Your payment for ${name} was refunded in full: its coupon had been used with this card before.`
          : to.isSecond
            ? `Your second payment for ${name} was refunded in full. Your access stays as it is.`
            : to.keepsAccess
              ? `An earlier payment for ${name} was refunded in full. Your access does not change.`
              : `Your payment for ${name} was refunded in full. Your access from it has ended.`,
      ]
    case 'disputed':
      return [
        'Payment disputed',
        keepsAccess
          ? `Your bank disputes a payment for ${name}. Your access does not change.`
          : `Your bank disputes a payment for ${name}. Your access from it is paused until that is settled.`,
      ]
    case 'partially_refunded': {
      const cents = to.refundedCents - before.refundedCents
      return cents > 0
        ? ['Partial refund', `We are refunding ${formatCents(cents)} of your payment for ${name}.`]
        : restored(name, keepsAccess, to)
    }
    default:
      return restored(name, keepsAccess, to)
  }
}

/** A subscription may have ended meanwhile. */
const accessBack = ({ isMonth }: Change): string =>
  isMonth ? 'If your subscription has not ended, you have your access back.' : 'You have your access back.'

const restored = (name: string, keepsAccess: boolean, to: Change): [string, string] => [
  'Payment restored',
  `Your payment for ${name} is valid again. ${keepsAccess ? 'Your access does not change.' : accessBack(to)}`,
]

function cryptoRefund(name: string, to: Change): string {
  if (to.couponReused)
    return `We are refunding your payment for ${name} in full: its coupon had been used before.`
  if (to.isSecond)
    return `We are refunding your second payment for ${name} in full. Your access stays as it is.`
  if (to.keepsAccess)
    return `We are refunding an earlier payment for ${name} in full. Your access does not change.`
  return to.isMonth
    ? `We are refunding your payment for a month of ${name} in full. That month is taken off your paid time.`
    : `We are refunding your payment for ${name} in full. Your access from it has ended.`
}
