import { formatDay } from '#shared/core/format-day.ts'
import { formatCents, toDecimal } from '#shared/core/money.ts'
import { awaitsResponse, disputeReason, disputeTitle } from '#shared/email/dispute-label-rules.ts'
import type { DisputeData } from '../order-mail-rules.ts'
import { compose } from './compose.ts'

/** To support: the state of a dispute, or a warning before one. */
export function disputeMail(data: DisputeData, orderUrl: string) {
  const { paymentId, status, dueAt, amountCents, currency, email } = data
  const due = dueAt !== null && awaitsResponse(status) ? `${formatDay(dueAt)} (UTC)` : null
  const sum =
    amountCents === null
      ? formatCents(data.paidCents)
      : currency === 'usd'
        ? formatCents(amountCents)
        : `${toDecimal(amountCents)} ${currency?.toUpperCase() ?? ''}`
  const title = disputeTitle(status)
  const lines = linesOf(data, due)
  return compose({
    subject: `${title}: payment #${paymentId}${due === null ? '' : `, answer by ${due}`}`,
    preview: `${data.productName}: ${lines[0]}`,
    heading: title,
    parts: [
      {
        facts: [
          ['Product', data.productName],
          [amountCents === null ? 'Paid' : 'Disputed', sum],
          ['Reason', disputeReason(data.reason)],
          ...(due === null ? [] : [['Evidence due', due] as const]),
          ['Buyer', email ?? 'unknown'],
        ],
      },
      ...lines.map((text) => ({ text })),
      { button: `Open order #${paymentId}`, url: orderUrl },
    ],
    footer: [],
    ...(email !== null && { replyTo: email }),
  })
}

function linesOf({ about, status }: DisputeData, due: string | null): string[] {
  if (about === 'fraud-warning')
    return [
      'The bank that issued the card reports this payment as probable fraud. A dispute may follow.',
      'A refund now usually avoids the dispute and its fee.',
    ]
  const answer = `Send evidence in Stripe's dashboard${due === null ? '' : ` by ${due}`}. The order shows when and from where its files were downloaded.`
  switch (status) {
    case 'needs_response':
      return [
        "The buyer's bank took the money back for now. Access that depends on this payment is paused.",
        answer,
      ]
    case 'appeal_needs_response':
      return [
        'The bank decided for the buyer, and the shop can appeal. Access that depends on this payment stays paused.',
        answer,
      ]
    case 'warning_needs_response':
      return [
        "The buyer's bank asks about this payment. The bank has taken no money, and the inquiry does not change access.",
        answer,
      ]
    case 'under_review':
    case 'warning_under_review':
    case 'appeal_under_review':
      return ['The bank is reviewing the evidence. There is nothing to do.']
    case 'won':
      return [
        'The bank decided for the shop. The money is back, and access that depends on this payment is restored.',
      ]
    case 'lost':
      return [
        'The bank decided for the buyer. The money is gone, and access that depends on this payment has ended.',
      ]
    case 'warning_closed':
      return ['The inquiry ended without a dispute. The bank took no money.']
    default:
      return [`Its status at Stripe is "${status}". Check it in Stripe's dashboard.`]
  }
}
