import { formatDay } from '../../../core/format-day.ts'
import type { SubscriptionLostData } from '../contract.ts'
import { compose } from './compose.ts'

/** To the shop's own people: a subscription of ours is unknown to its provider. */
export const subscriptionLostMail = (data: SubscriptionLostData) =>
  compose({
    subject: `Subscription #${data.subscriptionId} is unknown to Stripe`,
    preview: `${data.productName}: it cannot renew, and access ends on ${formatDay(data.endsAt)}.`,
    heading: `Subscription #${data.subscriptionId} needs a person`,
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
        text: 'Its paid period is over and Stripe does not know it, so nobody will be charged. If it should go on, check that the shop has the right Stripe key.',
      },
      {
        text: 'It counts as ended once its access has run out, and comes back by itself if Stripe shows it again.',
      },
    ],
    footer: [],
    ...(data.email !== null && { replyTo: data.email }),
  })
