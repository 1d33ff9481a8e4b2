import { formatMoment } from '#shared/core/format-day.ts'
import type { FactorChangedData } from '../account-mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'

const passkey = (name: string | null) => (name === null ? 'A passkey' : `The passkey “${name}”`)

const CHANGES: Record<
  FactorChangedData['change'],
  (data: FactorChangedData) => [subject: string, what: string]
> = {
  'passkey-added': ({ name }) => ['A passkey was added', `${passkey(name)} was added to your account`],
  'passkey-removed': ({ name }) => [
    'A passkey was removed',
    `${passkey(name)} was removed from your account`,
  ],
  'app-added': () => ['An authenticator app was added', 'An authenticator app was added to your account'],
  'app-removed': () => [
    'Your authenticator app was removed',
    'The authenticator app was removed from your account',
  ],
  'codes-renewed': () => ['You have new recovery codes', 'New recovery codes replaced the old ones'],
  'recovery-code-used': ({ left }) => [
    'A recovery code was used',
    `Somebody logged in with your password and a recovery code (unused codes left: ${left ?? 0})`,
  ],
  'removed-by-admin': () => [
    'Your two-step login was removed',
    'We removed all passkeys, the authenticator app and the recovery codes from your account',
  ],
}

/** To the account's owner, because another person may have made the change. */
export const factorChangedMail = (
  data: FactorChangedData,
  links: { forgotUrl: string; supportEmail: string },
) => {
  const [subject, what] = CHANGES[data.change](data)
  return compose({
    subject,
    preview: `${what}.`,
    heading: subject,
    parts: [
      { text: `${what}, on ${formatMoment(data.changedAt)}. The account is “${data.username}”.` },
      {
        text: 'If this was you, there is nothing to do. If not, choose a new password now and write to us.',
      },
      { button: 'Choose a new password', url: links.forgotUrl },
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
}
