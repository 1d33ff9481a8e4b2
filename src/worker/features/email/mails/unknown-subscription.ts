import { formatCents, toDecimal } from '#shared/core/money.ts'
import type { UnknownSubscriptionData } from '../subscription-mail-rules.ts'
import { compose } from './compose.ts'

/** To support: Stripe charged for a subscription that no order of the shop opened. */
export const unknownSubscriptionMail = (data: UnknownSubscriptionData, recoveryUrl: string) =>
  compose({
    subject: `Stripe collected for an unknown subscription: ${data.stripeSubscriptionId}`,
    preview: `${amountOf(data)} was charged and nothing was granted.`,
    heading: 'An unknown subscription was charged',
    parts: [
      {
        facts: [
          ['Subscription at Stripe', data.stripeSubscriptionId],
          ['Invoice', data.invoiceId],
          ['Charged', amountOf(data)],
          ['Reason', data.reason],
        ],
      },
      {
        text: 'The subscriber pays every month and has no access. Cancel the subscription at Stripe and refund the invoice, or deliver the product by hand.',
      },
      { button: 'Open the finding', url: recoveryUrl },
    ],
    footer: [],
  })

const amountOf = ({ amountCents, currency }: UnknownSubscriptionData) =>
  currency === 'usd' ? formatCents(amountCents) : `${toDecimal(amountCents)} ${currency.toUpperCase()}`
