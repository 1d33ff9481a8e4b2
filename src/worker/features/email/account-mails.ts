import type { Mail } from '../../providers/mailer.ts'
import type { AccountLinkData, EmailChangeData, PasswordChangedData } from './contract.ts'

/** Right after registration. */
export const welcomeMail = (to: string, data: AccountLinkData, link: string): Mail =>
  compose(to, 'Welcome. Please confirm your email address', {
    title: `Welcome, ${data.username}`,
    lines: [
      'Your account is ready. One step is left: confirm that this address is yours. Receipts, download links and password resets go to it.',
    ],
    button: { label: 'Confirm email address', link },
    after: [`The link works once, until ${moment(data.expiresAt)}.`, 'Not you? Then ignore this mail.'],
  })

/** Asked for again, or for a new address. */
export const confirmEmailMail = (to: string, data: AccountLinkData, link: string): Mail =>
  compose(to, 'Confirm your email address', {
    title: 'Confirm your email address',
    lines: [`Open this link to use this address for the account “${data.username}”.`],
    button: { label: 'Confirm email address', link },
    after: [
      `The link works once, until ${moment(data.expiresAt)}.`,
      'You did not ask for this? Then ignore this mail: without the link nothing changes.',
    ],
  })

/** To the address that is about to be left. */
export const emailChangeMail = (to: string, data: EmailChangeData, profileUrl: string): Mail =>
  compose(to, 'Your email address is about to change', {
    title: 'Your email address is about to change',
    lines: [
      `Somebody who knows the password of “${data.username}” asked to change the account’s address to ${data.newEmail}. It changes as soon as the link sent there is opened, until ${moment(data.expiresAt)}.`,
      'Was this you? Then there is nothing to do here.',
      'If not, change your password now. That also ends the open link and logs out every other device.',
    ],
    button: { label: 'Open your profile', link: profileUrl },
    after: [],
  })

export const resetPasswordMail = (to: string, data: AccountLinkData, link: string): Mail =>
  compose(to, 'Reset your password', {
    title: 'Reset your password',
    lines: [
      `Choose a new password for “${data.username}” with this link. It logs out every device that is logged in now.`,
    ],
    button: { label: 'Choose a new password', link },
    after: [
      `The link works once, until ${moment(data.expiresAt)}.`,
      'You did not ask for this? Then ignore this mail: your password stays as it is.',
    ],
  })

export const passwordChangedMail = (to: string, data: PasswordChangedData, forgotUrl: string): Mail =>
  compose(to, 'Your password was changed', {
    title: 'Your password was changed',
    lines: [
      `The password of “${data.username}” was changed on ${moment(data.changedAt)}${data.byReset ? ', with a link from a mail to this address' : ''}. ${data.byReset ? 'Every device was logged out.' : 'Every other device was logged out.'}`,
      'Was this you? Then there is nothing to do. If not, take your account back: choose a new password now.',
    ],
    button: { label: 'Choose a new password', link: forgotUrl },
    after: [],
  })

type Parts = {
  title: string
  lines: string[]
  button: { label: string; link: string }
  after: string[]
}

const SAFETY =
  'We never ask for a private key or a seed phrase. If a message in our name does, it is not from us.'

function compose(to: string, subject: string, { title, lines, button, after }: Parts): Mail {
  const small = after.map((line) => `<p style="color:#55635f;margin:0 0 8px">${escapeHtml(line)}</p>`)
  return {
    to,
    subject,
    text: [title, '', ...lines, '', `${button.label}: ${button.link}`, '', ...after, '', SAFETY].join('\n'),
    html: layout(
      `<h1 style="font-size:20px;margin:0 0 12px">${escapeHtml(title)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}
<p style="margin:20px 0"><a href="${escapeHtml(button.link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b7a4b;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(button.label)}</a></p>
${small.join('')}`,
    ),
  }
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)

const moment = (instant: number) =>
  `${new Date(instant).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} (UTC)`

const layout = (body: string) =>
  `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#f4f7f6;color:#101816;font:16px/1.5 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #dde5e2;border-radius:12px">${body}<p style="margin:24px 0 0;color:#55635f;font-size:14px">${SAFETY}</p></div></body></html>`
