import { formatMoment, formatMonth } from '#shared/core/format-day.ts'
import { formatCents } from '#shared/core/money.ts'
import type { PayoutAddressChangedData, PayoutPaidData } from '../mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'

/** To the account's owner, because another person may have changed the address. */
export const payoutAddressChangedMail = (
  data: PayoutAddressChangedData,
  links: { forgotUrl: string; supportEmail: string },
) =>
  compose({
    subject: 'Your payout address was changed',
    preview: `Referral commission now goes to ${data.address}.`,
    heading: 'Your payout address was changed',
    parts: [
      {
        text: `The payout address of “${data.username}” was changed with your password on ${formatMoment(data.changedAt)}.`,
      },
      {
        facts: [
          ['Before', data.before ?? 'None'],
          ['Now', data.address],
        ],
      },
      ...(data.paidFrom === null
        ? []
        : [
            {
              text: `Nothing is paid to the new address before ${formatMoment(data.paidFrom)}.`,
            },
          ]),
      {
        text: 'If this was you, there is nothing to do. If not, choose a new password now, then correct the address.',
      },
      { button: 'Choose a new password', url: links.forgotUrl },
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })

/** To the affiliate: the operator sent the payout. */
export const payoutPaidMail = (data: PayoutPaidData, links: { referralsUrl: string; supportEmail: string }) =>
  compose({
    subject: `Your referral payout of ${formatCents(data.totalCents)}`,
    preview: `We sent your commission for ${formatMonth(data.period)}.`,
    heading: 'Your commission was sent',
    parts: [
      { text: 'Thank you for recommending us. This payout is on its way to you.' },
      {
        facts: [
          ['Amount', formatCents(data.totalCents)],
          ['Month', formatMonth(data.period)],
          ['To', data.address],
          ['Reference', data.reference],
        ],
      },
      { link: 'See your referrals', url: links.referralsUrl },
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
