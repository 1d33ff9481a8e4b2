import { BRAND } from '#shared/core/brand.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { compose } from './compose.ts'

/** Asks the owner of an address to confirm the newsletter. Nothing else is sent there before the confirmation. */
export const newsletterMail = (links: { confirmUrl: string; expiresAt: number; supportEmail: string }) =>
  compose({
    subject: `Confirm your ${BRAND} newsletter`,
    preview: 'Confirm it, and we will email you when a new script comes out.',
    heading: 'Do you want to hear about new scripts?',
    parts: [
      {
        text: `Somebody entered this address for the ${BRAND} newsletter. If it was you, confirm it here.`,
      },
      { button: 'Confirm the newsletter', url: links.confirmUrl },
      {
        quiet: `This link works until ${formatDay(links.expiresAt)} (UTC). If you did not ask for it, ignore this email. We will not write again.`,
      },
    ],
    footer: [`Questions: ${links.supportEmail}`],
  })
