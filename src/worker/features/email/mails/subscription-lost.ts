import { formatDay } from '#shared/core/format-day.ts'
import type { SubscriptionLostData } from '../order-mail-rules.ts'
import { compose } from './compose.ts'

/** To support: Stripe does not know one of our subscriptions. */
export const subscriptionLostMail = (data: SubscriptionLostData) =>
  compose({
    subject: `Subscription #${data.subscriptionId} is unknown to Stripe`,
    preview: `${data.productName}: it cannot renew, and access ends on ${formatDay(data.endsAt)}.`,
    heading: `Subscription #${data.subscriptionId} needs attention`,
    parts: [
      {
        facts: [
          ['Product', data.productName],
          ['At Stripe', data.stripeSubscriptionId],
          ['Subscriber', data.email ?? 'unknown'],
          ['Access ends', formatDay(data.endsAt)],
        ],
      },
      {
        text: 'Its paid period is over and Stripe does not know it, so nobody will be charged. If the subscription should continue, check that the shop has the right Stripe key.',
      },
      {
        text: 'The subscription ends with its access. If Stripe lists it again, it is restored automatically.',
      },
    ],
    footer: [],
    ...(data.email !== null && { replyTo: data.email }),
  })
