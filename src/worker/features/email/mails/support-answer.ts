import { formatDay } from '#shared/core/format-day.ts'
import type { SupportAnswerData } from '../mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'

/** To a visitor who wrote through the contact form. A reply goes to support. */
export const supportAnswerMail = (data: SupportAnswerData, { supportEmail }: { supportEmail: string }) =>
  compose({
    subject: `Re: ${data.subject}`,
    preview: `An answer to what you wrote on ${formatDay(data.writtenAt)}.`,
    heading: `Hello ${data.name}`,
    parts: [
      ...data.answer.split(/\n{2,}/).map((text) => ({ lines: text })),
      { quiet: `On ${formatDay(data.writtenAt)} (UTC) you wrote:` },
      { quote: data.message },
    ],
    footer: [`You get this because you wrote to us. Questions: ${supportEmail}`, NEVER_ASKED],
    replyTo: supportEmail,
  })
