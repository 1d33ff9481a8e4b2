import { formatCents } from '../../../core/money.ts'
import type { CryptoAmountData } from '../contract.ts'
import { compose, NEVER_ASKED, type Part } from './compose.ts'

/** Other than the price of a crypto payment arrived, or goes back: what the buyer can do, in the shop itself. */
export function cryptoAmountMail(data: CryptoAmountData, links: { orderUrl: string; supportEmail: string }) {
  const { productName, amountCents, receivedCents, paymentId, claimUrl } = data
  const { subject, lines } = messageFor(data)
  const order: Part =
    claimUrl === null
      ? { button: data.about === 'back' ? 'See the payment' : 'Choose what to do', url: links.orderUrl }
      : { button: 'Claim your money', url: claimUrl }
  return compose({
    subject,
    preview: lines[0] ?? subject,
    heading: subject,
    parts: [
      ...[...lines, ...ofGuest(data)].map((text) => ({ text })),
      {
        facts: [
          ['Product', productName],
          ['Price', formatCents(amountCents)],
          [data.about === 'back' ? 'Going back' : 'Arrived', formatCents(receivedCents)],
          ['Order number', `#${paymentId}`],
        ],
      },
      order,
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
}

const DISCOUNT_LOST =
  'It came after the payment page had closed, and your coupon was used up by then: the price is the one without it.'

function ofGuest({ isGuest, about }: CryptoAmountData): string[] {
  if (!isGuest || about === 'back') return []
  const open =
    about === 'excess'
      ? ''
      : ' While the payment page is open you can pay the rest there; after that, all of it is in your dashboard.'
  return [`You bought without an account: register with this address and confirm it.${open}`]
}

function messageFor({
  about,
  productName,
  amountCents,
  receivedCents,
  claimUrl,
  discountLost,
}: CryptoAmountData): {
  subject: string
  lines: string[]
} {
  const missing = formatCents(amountCents - receivedCents)
  switch (about) {
    case 'short':
      return {
        subject: `Too little arrived for ${productName}`,
        lines: [
          `${formatCents(receivedCents)} of ${formatCents(amountCents)} arrived; ${missing} is missing. Nothing is lost.`,
          `You can pay the rest, or get back what you sent. ${discountLost ? DISCOUNT_LOST : 'The price stays as it was when you ordered.'}`,
        ],
      }
    case 'reminder':
      return {
        subject: `Your payment for ${productName} is still incomplete`,
        lines: [
          `We received ${formatCents(receivedCents)} of ${formatCents(amountCents)}; ${missing} is missing.`,
          'Pay the rest or get it back, whenever you like. We will not write about it again.',
        ],
      }
    case 'excess':
      return {
        subject: `More arrived for ${productName} than it costs`,
        lines: [
          `${formatCents(receivedCents - amountCents)} more arrived than was asked. You can have it refunded.`,
        ],
      }
    case 'back':
      return {
        subject: `Your money for ${productName} is on its way back`,
        lines: [
          claimUrl === null
            ? `${formatCents(receivedCents)} goes back to the wallet it came from.`
            : `${formatCents(receivedCents)} waits for you. Open the page below and say which wallet it should go to.`,
        ],
      }
  }
}
