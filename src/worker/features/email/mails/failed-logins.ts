import { formatMoment } from '#shared/core/format-day.ts'
import type { FailedLoginsData } from '../account-mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'

/** To the owner of an account for which somebody tries many passwords. */
export const failedLoginsMail = (
  { username, noticedAt }: FailedLoginsData,
  links: { forgotUrl: string; supportEmail: string },
) =>
  compose({
    subject: 'Many failed logins to your account',
    preview: 'Somebody tried many wrong passwords. Here is what you can do.',
    heading: 'Many failed logins to your account',
    parts: [
      {
        text: `Somebody entered many wrong passwords for your account “${username}”, on ${formatMoment(noticedAt)}. We now block most attempts from browsers that you have not used before.`,
      },
      {
        text: 'If this was you, wait a few minutes and try again, or choose a new password. In the browser that you used last time you can log in as always.',
      },
      {
        text: 'If not: is your password long, and used only here? Then there is nothing to do. If you use it elsewhere, choose a new one now. Two-step login, in your profile, protects the account even if somebody finds the password.',
      },
      { button: 'Choose a new password', url: links.forgotUrl },
    ],
    footer: ['We send this email at most once a day.', `Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
