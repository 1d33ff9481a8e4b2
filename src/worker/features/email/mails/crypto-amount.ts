import { formatCents } from '#shared/core/money.ts'
import type { CryptoAmountData } from '../order-mail-rules.ts'
import { compose, NEVER_ASKED, type Part } from './compose.ts'

/** A crypto payment differs from the price, or is being refunded. Links to the buyer's options in the shop. */
export function cryptoAmountMail(
  data: CryptoAmountData,
  /** `registerUrl`: the registration page; null where the buyer has an account. */
  links: { orderUrl: string; registerUrl: string | null; supportEmail: string; order: string },
) {
  const { productName, amountCents, receivedCents, claimUrl } = data
  const { subject, lines } = messageFor(data)
  const order: Part =
    claimUrl === null
      ? links.registerUrl === null
        ? { button: data.about === 'back' ? 'See the payment' : 'Choose what to do', url: links.orderUrl }
        : { button: 'Register with this address', url: links.registerUrl }
      : { button: 'Claim your refund', url: claimUrl }
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
          [data.about === 'back' ? 'To refund' : 'Received', formatCents(receivedCents)],
          ['Order', links.order],
        ],
      },
      order,
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
}

const DISCOUNT_LOST =
  'Your payment arrived after the payment page had closed, and your discount had ended by then, so the full price applies.'

function ofGuest({ isGuest, about }: CryptoAmountData): string[] {
  if (!isGuest || about === 'back') return []
  const register = 'register with this email address and confirm it'
  return [
    about === 'excess'
      ? `You bought without an account. To have it refunded, ${register}.`
      : about === 'reminder'
        ? `You bought without an account. To do either, ${register}: the payment is then in your dashboard.`
        : `You bought without an account. While the payment page is open, pay the amount due there. To get your money back instead, ${register}: once the page has closed, the payment is in your dashboard with both choices.`,
  ]
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
          `We received ${formatCents(receivedCents)} of ${formatCents(amountCents)}. ${missing} is still due.`,
          `You can pay the amount due, or get back what you sent. ${discountLost ? DISCOUNT_LOST : 'The price stays as it was when you ordered.'}`,
        ],
      }
    case 'reminder':
      return {
        subject: `Your payment for ${productName} is still incomplete`,
        lines: [
          `We received ${formatCents(receivedCents)} of ${formatCents(amountCents)}. ${missing} is still due.`,
          'Pay the amount due or get your money back, whenever you like. We will not remind you again.',
        ],
      }
    case 'excess':
      return {
        subject: `You paid too much for ${productName}`,
        lines: [
          `We received ${formatCents(receivedCents - amountCents)} more than the price. You can have it refunded.`,
        ],
      }
    case 'back':
      return {
        subject:
          claimUrl === null
            ? `Your refund for ${productName} is on its way`
            : `Enter your wallet address for the refund of ${productName}`,
        lines: [
          claimUrl === null
            ? `We are refunding ${formatCents(receivedCents)} to the wallet it came from.`
            : `${formatCents(receivedCents)} is ready to be refunded. Open the page below and enter the address of your wallet.`,
        ],
      }
  }
}
