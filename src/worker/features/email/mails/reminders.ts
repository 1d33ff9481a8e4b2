import { BRAND } from '#shared/core/brand.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { formatCents } from '#shared/core/money.ts'
import type { ReviewRequestData } from '../mail-rules.ts'
import type { CheckoutReminderData } from '../order-mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'
import type { NewsLinks } from './new-script.ts'

/** The reminder that a buyer asked for, of an order that was not finished. There is no second one. */
export const checkoutReminderMail = (
  { productName, amountCents, purchaseType, startedAt, trialDays }: CheckoutReminderData,
  links: NewsLinks & { checkoutUrl: string },
) => {
  const price = `for ${formatCents(amountCents)}${purchaseType === 'subscription' ? ' for the first month' : ''}`
  const terms = trialDays > 0 ? `with ${trialDays} free days` : price
  return compose({
    subject: `You did not finish buying ${productName}`,
    preview: 'Nothing was charged. This is the only reminder.',
    heading: `You did not finish buying ${productName}`,
    parts: [
      {
        text: `On ${formatDay(startedAt)} (UTC) you began to buy ${productName} ${terms}, and asked us to remind you once. Nothing was charged.`,
      },
      { button: `Go back to ${productName}`, url: links.checkoutUrl },
      { quiet: 'If you no longer want it, there is nothing to do. The price may have changed since.' },
    ],
    footer: [
      `You get this because you ticked a reminder at the checkout of ${BRAND}. There is no second one.`,
      NEVER_ASKED,
    ],
    unsubscribe: links.unsubscribe,
  })
}

/** Sent once, a week after the first download of a purchase. */
export const reviewRequestMail = (data: ReviewRequestData, links: NewsLinks & { supportEmail: string }) =>
  compose({
    subject: `How do you like ${data.productName}?`,
    preview: 'Your review helps others decide. We publish criticism, too.',
    heading: `How do you like ${data.productName}?`,
    parts: [
      {
        text: `You downloaded ${data.productName} a week ago. Please say on its page what works for you and what does not: a rating and a few sentences are enough. We publish criticism as we publish praise.`,
      },
      { button: 'Write a review', url: `${links.productUrl}#reviews` },
      { text: `If something does not work, write to ${links.supportEmail}. We will help you.` },
      { text: 'We ask once for each purchase, and will not ask again for this one.' },
    ],
    footer: [`You get this because your ${BRAND} profile asks for promotional emails.`, NEVER_ASKED],
    unsubscribe: links.unsubscribe,
  })
