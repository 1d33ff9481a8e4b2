import { formatMoment } from '#shared/core/format-day.ts'
import { SECURITY_LABELS, type SecurityKind } from '#shared/core/security-kinds.ts'
import type { SecurityAlertData } from '../staff-mail-rules.ts'
import { compose } from './compose.ts'

const MEANING: Partial<Record<SecurityKind, string>> = {
  login_failed:
    'Somebody is trying passwords. Each account and network has limits, and accounts with a second factor stay closed.',
  second_factor_failed:
    'Somebody who may know a password is trying codes. Ask the owners of the accounts on the Security tab to choose a new password.',
  password_check_failed: 'Somebody with an open session is trying to guess its password.',
  admin_refused: 'An account that may not use the back office calls it.',
  admin_key_wrong:
    'Somebody is trying to become an owner with the admin key. If your shop has an owner already, remove the secret ADMIN_KEY.',
  key_wrong: 'Somebody is trying made-up download links, emergency links or licence keys.',
  webhook_refused:
    'A payment or mail provider’s messages have a wrong signature. Either somebody forges them, or the webhook’s secret was changed at the provider and not here: then paid orders wait.',
}

/** To support: far more refusals of one kind than usual. */
export function securityAlertMail(
  { kind, count, since }: SecurityAlertData,
  { securityUrl }: { securityUrl: string },
) {
  const label = SECURITY_LABELS[kind]
  return compose({
    subject: `Security: ${label.toLowerCase()}`,
    preview: `${count} since ${formatMoment(since)}`,
    heading: label,
    parts: [
      {
        facts: [
          ['How many', `${count} so far`],
          ['Since', formatMoment(since)],
        ],
      },
      {
        text: `${MEANING[kind] ?? 'Somebody is probing the shop.'} All of them were refused. What to do: docs/operations.md, “Security alerts”. The next mail of this kind comes in an hour at the earliest.`,
      },
      { button: 'Open the Security tab', url: securityUrl },
    ],
    footer: ['You get this email because you run this shop.'],
  })
}
