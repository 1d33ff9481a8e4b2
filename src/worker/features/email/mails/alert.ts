import { formatCents } from '../../../core/money.ts'
import type { AlertData } from '../contract.ts'
import { compose } from './compose.ts'

/** To the shop's own people: a payment needs one of them. */
export const alertMail = (data: AlertData) =>
  compose({
    subject: `Payment #${data.paymentId} needs attention`,
    preview: `${data.productName}: ${data.reason}`,
    heading: `Payment #${data.paymentId} needs a person`,
    parts: [
      {
        facts: [
          ['Product', data.productName],
          ['Why', data.reason],
          ['Asked', formatCents(data.amountCents)],
          ['Buyer', data.email ?? 'unknown'],
        ],
      },
      {
        text: 'Nothing was granted. Check the payment at the provider, then refund it or complete it by hand.',
      },
      { text: 'The buyer was told that support will write to them.' },
    ],
    footer: [],
    ...(data.email !== null && { replyTo: data.email }),
  })
