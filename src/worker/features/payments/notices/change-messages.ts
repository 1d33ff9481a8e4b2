import { formatCents } from '#shared/core/money.ts'
import type { UserMessage } from '#shared/notifications/contract.ts'
import type { PaymentStatus } from '#shared/payments/contract.ts'
import { notification, REFRESH } from '../../notifications/message-rules.ts'
import { isReversed, type PaymentState } from '../rules.ts'

type Before = { refundedCents: number; status: PaymentStatus }
type Change = PaymentState & {
  isSecond: boolean
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
  return [REFRESH, notification({ id, type: 'info', title, message }, now)]
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
    const message = `Your bank rejected our refund for ${name}. Your subscription stays ended. Our support team will email you.`
    return ['Refund rejected', message]
  }
  // A refund or a dispute at the same time is the greater news.
  const isNewlyReversed = isReversed(to.status) && to.status !== before.status
  if (to.failedCents > 0 && !isNewlyReversed) {
    const refund = `refund of ${formatCents(to.failedCents)} for ${name}`
    const access =
      before.status === 'refunded' && !isReversed(to.status) && !keepsAccess
        ? ' You have your access back.'
        : ''
    return to.isCrypto
      ? [
          'Refund failed',
          `Our payment provider could not send your ${refund}.${access} Our support team will email you.`,
        ]
      : ['Refund rejected', `Your bank rejected our ${refund}.${access} Our support team will email you.`]
  }
  switch (to.status) {
    case 'refunded':
      return [
        'Payment refunded',
        to.isSecond
          ? `Your second payment for ${name} was refunded in full. Your access stays as it is.`
          : to.keepsAccess
            ? `An earlier payment for ${name} was refunded in full. Your access does not change.`
            : to.isMonth && to.isCrypto
              ? `Your payment for a month of ${name} was refunded in full. That month is taken off your paid time.`
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
        : restored(name, keepsAccess)
    }
    default:
      return restored(name, keepsAccess)
  }
}

const restored = (name: string, keepsAccess: boolean): [string, string] => [
  'Payment restored',
  `Your payment for ${name} is valid again. ${keepsAccess ? 'Your access does not change.' : 'You have your access back.'}`,
]
