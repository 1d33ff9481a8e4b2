import { BRAND } from '#shared/core/brand.ts'
import type { ReviewRequestData } from '../mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'
import type { NewsLinks } from './new-script.ts'

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
