import { formatCents } from '#shared/core/money.ts'
import type { AlertData } from '../order-mail-rules.ts'
import { compose, type Part } from './compose.ts'

/** To support: a payment needs attention. */
export const alertMail = (data: AlertData, { orderUrl }: { orderUrl: string }) =>
  compose({
    subject: `Payment #${data.paymentId} needs attention`,
    preview: `${data.productName}: ${data.reason}`,
    heading: `Payment #${data.paymentId} needs attention`,
    parts: [
      {
        facts: [
          ['Product', data.productName],
          ['Why', data.reason],
          [data.outcome === 'refund-failed' ? 'To refund' : 'Asked', formatCents(data.amountCents)],
          ['Buyer', data.email ?? 'unknown'],
        ],
      },
      ...WHAT_NOW[data.outcome ?? 'nothing'],
      { button: `Open order #${data.paymentId}`, url: orderUrl },
    ],
    footer: [],
    ...(data.email !== null && { replyTo: data.email }),
  })

const WHAT_NOW: Record<NonNullable<AlertData['outcome']> | 'nothing', Part[]> = {
  nothing: [
    {
      text: 'This payment has given no access yet. Check it at the provider. Then complete it on the order, or refund it at the provider and close the order.',
    },
    { text: 'The buyer was not emailed. If we have an address, please write to them.' },
  ],
  'refund-failed': [
    { text: 'The refund failed, and the buyer was not emailed. Agree on another way with the buyer.' },
  ],
  'refund-returned': [
    {
      text: 'The buyer was told that this payment was refunded. A refund came back: its money is at the provider again. Refund it another way, close the order, and write to the buyer.',
    },
  ],
  'late-money': [
    {
      text: 'The buyer has access since the completion by hand. Check whether this is the money that was expected. If the buyer paid twice, refund it at the provider. Then click Complete on the order.',
    },
  ],
  'paid-twice': [
    {
      text: 'Both payments give access. Ask the buyer which purchase to keep, and refund the other one in full. Where it began a subscription, end that too. If you refunded the other order, or the buyer keeps both, click Complete on this order.',
    },
  ],
  delivered: [
    {
      text: 'The amount was right: the payment is complete and the buyer has access. If the product has no file, publish one (it is then emailed to the buyer automatically), or refund the order. If the product was removed from the shop, close the pay page that still sells it.',
    },
  ],
  refunded: [
    {
      text: 'The buyer already has this product. We granted nothing a second time, are refunding the full amount, and have notified the buyer.',
    },
  ],
}
