import { formatCents } from '#shared/core/money.ts'
import type { SecondPaymentData } from '../order-mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'

/** To a buyer who paid again for a product they have, or with a coupon that their card has used. */
export const secondPaymentMail = (
  data: SecondPaymentData,
  links: { supportEmail: string; order: string },
) => {
  const refund = `We are refunding ${formatCents(data.amountCents)} to you.`
  const { heading, preview, text } = data.couponReused
    ? {
        heading: 'This coupon was used before',
        preview: `The coupon was used with this card before. ${refund}`,
        text: `The coupon of this order can be used once per person, and this card has used it before, for another account. So you did not get ${data.productName}. ${refund} You can buy it at its full price at any time.`,
      }
    : {
        heading: 'You already have this product',
        preview: `You already have ${data.productName}. ${refund}`,
        text: `You already have ${data.productName}, so this payment gives you nothing new. ${refund} Your access stays as it is.`,
      }
  return compose({
    subject: `We are refunding your payment for ${data.productName}`,
    preview,
    heading,
    parts: [
      { text },
      {
        facts: [
          ['Product', data.productName],
          ['To refund', formatCents(data.amountCents)],
          ['Order', links.order],
        ],
      },
      {
        text: 'We will email you about the refund. If you paid in crypto, that email may ask for the address of your wallet. If you paid by card, there is nothing to do.',
      },
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
}
