import { formatDay } from '#shared/core/format-day.ts'
import type { AccountDeletedData } from '../mail-rules.ts'
import { compose } from './compose.ts'

/** The last mail to the address of a deleted account. */
export const accountDeletedMail = (data: AccountDeletedData, links: { supportEmail: string }) =>
  compose({
    subject: 'Your account was deleted',
    preview: 'What is gone, and what we have to keep.',
    heading: 'Your account was deleted',
    parts: [
      { text: `Your account was deleted on ${formatDay(data.deletedAt)} (UTC).` },
      {
        text:
          data.subscriptionsEnded > 1
            ? 'Your subscriptions have ended and will not be charged again.'
            : data.subscriptionsEnded === 1
              ? 'Your subscription has ended and will not be charged again.'
              : 'Nothing will be charged.',
      },
      {
        text: 'Your name, address, sessions, notifications and what you wrote to us from your confirmed address are deleted from the shop, and your download links no longer work. Emails in our support mailbox, with copies of what you sent through the contact form, are not deleted automatically: ask us to delete them. We keep what the law asks us to keep of a sale: product, amount, date and the payment provider’s reference, without your name or address.',
      },
    ],
    footer: [`If you did not ask for this, write to ${links.supportEmail} at once.`],
  })
