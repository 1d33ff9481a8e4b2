import { formatCents } from '#shared/core/money.ts'
import type { SecondPaymentData } from '../order-mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'

/** To a buyer who paid again for a product they have. */
export const secondPaymentMail = (data: SecondPaymentData, links: { supportEmail: string }) =>
  compose({
    subject: `We are refunding your payment for ${data.productName}`,
    preview: `You already have ${data.productName}. We are refunding ${formatCents(data.amountCents)} to you.`,
    heading: 'You already have this product',
    parts: [
      {
        text: `You already have ${data.productName}, so this payment gives you nothing new. We are refunding ${formatCents(data.amountCents)} to you. Your access stays as it is.`,
      },
      {
        facts: [
          ['Product', data.productName],
          ['To refund', formatCents(data.amountCents)],
          ['Order number', `#${data.paymentId}`],
        ],
      },
      {
        text: 'We will email you about the refund. If you paid in crypto, that email may ask for the address of your wallet. If you paid by card, there is nothing to do.',
      },
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
