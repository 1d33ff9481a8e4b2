import { formatCents } from '#shared/core/money.ts'
import type { WrongPaymentRefundedData } from '../order-mail-rules.ts'
import { compose, NEVER_ASKED, ON_CARD } from './compose.ts'

/** To the buyer: a payment that did not fit its order was refunded in full. */
export function wrongPaymentRefundedMail(
  data: WrongPaymentRefundedData,
  links: { supportEmail: string; order: string },
) {
  const { productName, refundedCents, isCrypto } = data
  const subject = `Your payment for ${productName} was refunded`
  const amount = refundedCents === null ? 'your payment' : formatCents(refundedCents)
  return compose({
    subject,
    preview: `Order ${links.order}: your payment did not match the order and was refunded in full.`,
    heading: subject,
    parts: [
      {
        text: `Your payment for ${productName} did not match its order, so we refunded ${amount} in full and delivered nothing.${isCrypto ? '' : ` ${ON_CARD}`}`,
      },
      { text: `If you still want ${productName}, order it again in the shop, or write to us first.` },
      {
        facts: [
          ['Product', productName],
          ...(refundedCents === null ? [] : [['Refunded', formatCents(refundedCents)] as [string, string]]),
          ['Order', links.order],
        ],
      },
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
}
