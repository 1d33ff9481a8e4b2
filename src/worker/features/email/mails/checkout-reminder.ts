import { BRAND } from '#shared/core/brand.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { formatCents } from '#shared/core/money.ts'
import type { CheckoutReminderData } from '../order-mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'
import type { NewsLinks } from './new-script.ts'

/** The reminder that a buyer asked for, of an order that was not finished. There is no second one. */
export const checkoutReminderMail = (
  { productName, amountCents, purchaseType, startedAt }: CheckoutReminderData,
  links: NewsLinks & { checkoutUrl: string },
) => {
  const price = `${formatCents(amountCents)}${purchaseType === 'subscription' ? ' for the first month' : ''}`
  return compose({
    subject: `You did not finish buying ${productName}`,
    preview: 'Nothing was charged. This is the only reminder.',
    heading: `You did not finish buying ${productName}`,
    parts: [
      {
        text: `On ${formatDay(startedAt)} (UTC) you began to buy ${productName} for ${price}, and asked us to remind you once. Nothing was charged.`,
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
