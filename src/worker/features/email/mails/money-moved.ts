import { formatCents } from '../../../core/money.ts'
import type { MoneyMovedData } from '../contract.ts'
import { compose, NEVER_ASKED } from './compose.ts'

/** After a payment: money went back, is disputed, or came again. */
export function moneyMovedMail(data: MoneyMovedData, links: { dashboardUrl: string; supportEmail: string }) {
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
          ['Order number', `#${data.paymentId}`],
        ],
      },
      { link: 'Open your dashboard', url: links.dashboardUrl },
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
}

const ON_CARD = 'A bank takes up to ten days to show it on a card.'
const IN_CRYPTO =
  'It goes back in crypto. Where you have to say first which wallet it goes to, a mail of its own has the link.'

type Words = { subject: string; lines: string[] }

function messageFor(data: MoneyMovedData): Words {
  const { status, productName, refundedCents, isCrypto, isSecond, disputeEnded, failedCents } = data
  if (disputeEnded) return disputeEndedMessage(data)
  if (failedCents > 0) return refundFailedMessage(data)
  switch (status) {
    case 'refunded':
      return {
        subject: `Your refund for ${productName}`,
        lines: [
          `We refunded ${formatCents(refundedCents)}. ${isCrypto ? IN_CRYPTO : ON_CARD}`,
          isSecond
            ? 'It was a second payment for what you have. Your access stays as it is.'
            : 'What this order paid for has ended: its files, mailed links and licence are closed. Of a subscription that is the refunded period.',
        ],
      }
    case 'partially_refunded':
      return {
        subject: `A part of your payment for ${productName} was refunded`,
        lines: [`So far ${formatCents(refundedCents)} of it went back to you. Your access stays as it is.`],
      }
    case 'disputed':
      return {
        subject: `The payment for ${productName} is disputed`,
        lines: [
          'Your bank told us that this payment is disputed. Until that is settled, what this order paid for is paused.',
          'If it was a mistake, tell your bank, and write to us: access comes back once the dispute is withdrawn.',
        ],
      }
    case 'completed':
      return {
        subject: `Your payment for ${productName} counts again`,
        lines: ['What this order paid for is open again.'],
      }
  }
}

function disputeEndedMessage({ status, productName, refundedCents }: MoneyMovedData): Words {
  const access =
    status === 'refunded'
      ? 'What this order paid for stays closed.'
      : 'What this order paid for is open again.'
  return {
    subject: `The dispute of your payment for ${productName} has ended`,
    lines: [
      access,
      `We refunded ${formatCents(refundedCents)} before the dispute. That stays as it is: nothing more was refunded now.`,
    ],
  }
}

function refundFailedMessage(data: MoneyMovedData): Words {
  const { status, productName, refundedCents, failedCents, isCrypto, isSecond } = data
  const failed = formatCents(failedCents)
  const why = isCrypto
    ? `Our payment provider could not send you ${failed}`
    : `Your bank did not take ${failed} that we refunded`
  const standing =
    status === 'completed'
      ? 'Your payment counts again, and what this order paid for is open again.'
      : `So far ${formatCents(refundedCents)} of your payment went back to you. What this order paid for is open.`
  return {
    subject: `A refund for ${productName} did not go through`,
    lines: [
      `${why}, so it came back to us. Support was told and will write to you.`,
      ...(isSecond ? [] : [standing]),
    ],
  }
}
