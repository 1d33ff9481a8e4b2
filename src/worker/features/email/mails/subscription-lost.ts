import { formatDay } from '#shared/core/format-day.ts'
import type { SubscriptionLostData } from '../subscription-mail-rules.ts'
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
          ['Access ends', `${formatDay(data.endsAt)} (UTC)`],
        ],
      },
      {
        text: 'Its paid period is over and Stripe does not know it, so the shop cannot see whether the subscriber is charged. First check that the shop has the right Stripe key: with the wrong key, Stripe may still charge the subscriber. If the key is right, nobody is charged.',
      },
      {
        text: 'Access ends on the date above, and the subscription with it. If Stripe knows the subscription again before that, everything goes on automatically. After that, it is restored at the next event from Stripe.',
      },
    ],
    footer: [],
    ...(data.email !== null && { replyTo: data.email }),
  })
