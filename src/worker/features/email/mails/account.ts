import { formatMoment } from '#shared/core/format-day.ts'
import type {
  AccountLinkData,
  AddressInUseData,
  EmailChangeData,
  PasswordChangedData,
  WelcomeData,
} from '../account-mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'

/** Sent right after registration. */
export const welcomeMail = (data: WelcomeData, links: { confirmUrl: string; notMeUrl: string }) =>
  letter('Welcome. Please confirm your email address', {
    title: `Welcome, ${data.username}`,
    lines: [
      'Your account is ready. One step is left: confirm that this address is yours. Receipts, download links and password resets go to it.',
    ],
    button: { label: 'Confirm email address', link: links.confirmUrl },
    after: [
      `The link works once, until ${formatMoment(data.expiresAt)}.`,
      `The account “${data.username}” was registered with this address${registeredFrom(data)}. If this was not you, you can ignore this email: the account gets nothing that belongs to this address. You can also take the account over by setting a new password, which logs out everyone else:`,
    ],
    link: { label: 'This was not me', url: links.notMeUrl },
  })

/** When and from where, as far as the mail has it: ` on 1 May 2026, 12:00 UTC from the network 192.0.2.0/24`. */
const registeredFrom = ({ registeredAt, network }: WelcomeData) =>
  `${registeredAt === null ? '' : ` on ${formatMoment(registeredAt)}`}${network === null ? '' : ` from the network ${network}`}`

/** Sent when the user asks for the link again or enters a new address. */
export const confirmEmailMail = (data: AccountLinkData, link: string) =>
  letter('Confirm your email address', {
    title: 'Confirm your email address',
    lines: [`Open this link to use this address for the account “${data.username}”.`],
    button: { label: 'Confirm email address', link },
    after: [
      `The link works once, until ${formatMoment(data.expiresAt)}.`,
      'If you did not ask for this, ignore this email. Nothing changes unless the link is opened.',
    ],
  })

/**
 * Somebody entered the address of an account as the new address of another one, or registered with it. No link: nothing
 * has to be confirmed.
 */
export const addressInUseMail = (
  data: AddressInUseData & { attempt: 'change' | 'register' },
  links: { loginUrl: string; forgotUrl: string },
) =>
  letter('Your email address already has an account', {
    title: 'Your email address already has an account',
    lines: [
      data.attempt === 'register'
        ? 'Somebody tried to create an account with this email address. It already has one, so no second one was created.'
        : `Somebody tried to use this email address for the account “${data.username}”. Another account has it already, so nothing was changed.`,
      'Was this you? Then log in with this email address. If you have forgotten your password, choose a new one on the login page.',
      'If it was not you, there is nothing to do. Your account has not changed.',
    ],
    button: { label: 'Log in', link: links.loginUrl },
    after: [`Forgot your password? ${links.forgotUrl}`],
  })

/** Sent to the old address before it changes. */
export const emailChangeMail = (data: EmailChangeData, profileUrl: string) =>
  letter('Your email address is about to change', {
    title: 'Your email address is about to change',
    lines: [
      `Somebody who knows the password of “${data.username}” asked to change the account’s address to ${data.newEmail}. The address changes when somebody opens the link that we sent to the new address. The link works until ${formatMoment(data.expiresAt)}.`,
      'If this was you, there is nothing to do.',
      'If not, change your password now. That also cancels the link, logs out every other device and ends the download links in our emails.',
    ],
    button: { label: 'Open your profile', link: profileUrl },
    after: [],
  })

export const resetPasswordMail = (data: AccountLinkData, link: string) =>
  letter('Reset your password', {
    title: 'Reset your password',
    lines: [
      `Choose a new password for “${data.username}” with this link. It logs out every device that is logged in now and ends the download links in our emails.`,
    ],
    button: { label: 'Choose a new password', link },
    after: [
      `The link works once, until ${formatMoment(data.expiresAt)}.`,
      'If you did not ask for this, ignore this email. Your password has not changed.',
    ],
  })

export const passwordChangedMail = (data: PasswordChangedData, forgotUrl: string) =>
  letter('Your password was changed', {
    title: 'Your password was changed',
    lines: [
      `The password of “${data.username}” was changed on ${formatMoment(data.changedAt)}${data.byReset ? ', with a link that we emailed to this address' : ''}. ${data.byReset ? 'Every device' : 'Every other device'} was logged out, and the download links in our emails ended.`,
      'If this was you, there is nothing to do. If not, take your account back: choose a new password now.',
    ],
    button: { label: 'Choose a new password', link: forgotUrl },
    after: [],
  })

type Parts = {
  title: string
  lines: string[]
  button: { label: string; link: string }
  after: string[]
  link?: { label: string; url: string }
}

const letter = (subject: string, { title, lines, button, after, link }: Parts) =>
  compose({
    subject,
    preview: lines[0] ?? '',
    heading: title,
    parts: [
      ...lines.map((text) => ({ text })),
      { button: button.label, url: button.link },
      ...after.map((quiet) => ({ quiet })),
      ...(link ? [{ link: link.label, url: link.url }] : []),
    ],
    footer: [NEVER_ASKED],
  })
