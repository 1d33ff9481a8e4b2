import { formatCents } from '#shared/core/money.ts'
import type { SecondPaymentData } from '../order-mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'

/** To a buyer who paid again for a product they have. */
export const secondPaymentMail = (data: SecondPaymentData, links: { supportEmail: string }) =>
  compose({
    subject: `We are refunding your second payment for ${data.productName}`,
    preview: `You already have ${data.productName}. We are refunding ${formatCents(data.amountCents)} to you.`,
    heading: 'You paid twice',
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
      { text: 'You do not have to do anything. We will email you when the money is on its way.' },
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
