import { formatCents } from '#shared/core/money.ts'
import type { MoneyMovedData } from '../order-mail-rules.ts'
import { compose, NEVER_ASKED, ON_CARD } from './compose.ts'

/** To the buyer: a refund, a failed refund, a dispute, or the end of one. `dashboardUrl`: null without an account. */
export function moneyMovedMail(
  data: MoneyMovedData,
  links: { dashboardUrl: string | null; supportEmail: string; order: string; invoiceUrl: string | null },
) {
  const { subject, lines } = messageFor(data)
  return compose({
    subject,
    preview: lines[0] ?? subject,
    heading: subject,
    parts: [
      ...lines.map((text) => ({ text })),
      {
        facts: [
          ['Product', data.productName],
          ['Paid', formatCents(data.amountCents)],
          ['Refunded', formatCents(data.refundedCents)],
          ['Order', links.order],
        ],
      },
      ...(links.invoiceUrl === null
        ? []
        : [{ link: 'Open the invoices and credit notes', url: links.invoiceUrl }]),
      ...(links.dashboardUrl === null ? [] : [{ link: 'Open your dashboard', url: links.dashboardUrl }]),
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
}

const IN_CRYPTO =
  'The refund is paid in crypto. If we need your wallet address first, we will send you another email with a link.'

const ACCESS_ENDED =
  'Your access from this order has ended: its downloads, emailed links and licence no longer work. Please delete its files, unless another purchase of yours includes them.'
const LATEST_MONTH =
  'It was the latest payment of your subscription. The subscription has ended and will not be charged again. Its files, emailed links and licence no longer work.'
const EARLIER_MONTH =
  'It was an earlier payment of your subscription. Your subscription and your access do not change.'
const UNCHANGED = 'Your access does not change.'
const MONTH_IN_CRYPTO =
  'The month of this payment is taken off your paid time. Your access ends if no paid time is left.'

type Words = { subject: string; lines: string[] }

function messageFor(data: MoneyMovedData): Words {
  const { status, productName, refundedCents, isCrypto, isSecond, couponReused, disputeEnded, failedCents } =
    data
  const keepsAccess = isSecond || data.keepsAccess
  if (disputeEnded) return disputeEndedMessage(data)
  // A refund or a dispute at the same time is the greater news, also on the buyer's screens.
  const isNewlyReversed = status === 'disputed' || (status === 'refunded' && !data.wasRefunded)
  if (failedCents > 0 && !isNewlyReversed) return refundFailedMessage(data)
  switch (status) {
    case 'refunded':
      return {
        subject: isCrypto
          ? `Your refund for ${productName} is on its way`
          : `${isSecond && !couponReused ? 'Your second' : data.keepsAccess ? 'An earlier' : 'Your'} payment for ${productName} was refunded`,
        lines: [
          isCrypto
            ? `We are refunding ${formatCents(refundedCents)}. ${IN_CRYPTO}`
            : `We refunded ${formatCents(refundedCents)}. ${ON_CARD}`,
          isSecond
            ? couponReused
              ? 'The coupon of this order had been used with this card before, so you did not get the product. You can buy it at its full price at any time.'
              : 'It was a second payment for a product you already have. Your access does not change.'
            : data.keepsAccess
              ? EARLIER_MONTH
              : endOfAccess(data),
        ],
      }
    case 'partially_refunded':
      return {
        subject: `Part of your payment for ${productName} was refunded`,
        lines: [
          `So far we have refunded ${formatCents(refundedCents)} of it. ${isCrypto ? IN_CRYPTO : ON_CARD}`,
          UNCHANGED,
        ],
      }
    case 'disputed':
      return {
        subject: `The payment for ${productName} is disputed`,
        lines: [
          `Your bank told us that this payment is disputed. ${keepsAccess ? UNCHANGED : 'Until that is settled, your access from this order is paused.'}`,
          `If it was a mistake, tell your bank, and write to us${keepsAccess ? '.' : `: you get your access back once the dispute is withdrawn${data.isMonth ? ', if your subscription has not ended by then' : ''}.`}`,
        ],
      }
    case 'completed':
      return {
        subject: `Your payment for ${productName} is valid again`,
        lines: [keepsAccess ? UNCHANGED : accessBack(data)],
      }
  }
}

function endOfAccess({ isMonth, isCrypto }: MoneyMovedData): string {
  if (!isMonth) return ACCESS_ENDED
  return isCrypto ? MONTH_IN_CRYPTO : LATEST_MONTH
}

function disputeEndedMessage(data: MoneyMovedData): Words {
  const { status, productName, refundedCents, isSecond } = data
  const access =
    isSecond || data.keepsAccess
      ? UNCHANGED
      : status === 'refunded'
        ? 'Your access from this order stays ended.'
        : accessBack(data)
  return {
    subject: `The dispute of your payment for ${productName} has ended`,
    lines: [
      access,
      `We refunded ${formatCents(refundedCents)} before the dispute. That stays as it is: nothing more was refunded now.`,
    ],
  }
}

/** A subscription may have ended meanwhile: then its month opens nothing. */
const accessBack = ({ isMonth }: MoneyMovedData): string =>
  isMonth
    ? 'If your subscription has not ended, you have your access from it back.'
    : 'You have your access from this order back.'

function accessAfterFailed(data: MoneyMovedData): string {
  if (data.status === 'refunded') return 'Your access from this order stays ended.'
  return data.wasRefunded ? accessBack(data) : 'You keep your access from this order.'
}

function refundFailedMessage(data: MoneyMovedData): Words {
  const { status, productName, refundedCents, failedCents, isCrypto, isSecond, subscriptionEnded } = data
  const failed = formatCents(failedCents)
  const why = isCrypto
    ? `Our payment provider could not send you ${failed}`
    : `Our refund of ${failed} did not reach you`
  const accessLine = subscriptionEnded
    ? 'Your subscription ended with the refund and stays ended. Our support team will find a solution with you.'
    : data.keepsAccess
      ? UNCHANGED
      : status === 'completed'
        ? data.wasRefunded
          ? `Your payment is valid again. ${accessBack(data)}`
          : 'Your payment is valid, and you keep your access from this order.'
        : `So far we have refunded ${formatCents(refundedCents)} of your payment. ${accessAfterFailed(data)}`
  return {
    subject: `A refund for ${productName} did not go through`,
    lines: [
      `${why}, so the money was returned to us. Our support team knows and will email you.`,
      ...(isSecond ? [] : [accessLine]),
    ],
  }
}
