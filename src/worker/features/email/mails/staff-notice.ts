import { formatMoment } from '#shared/core/format-day.ts'
import type { StaffNoticeData } from '../staff-mail-rules.ts'
import { compose } from './compose.ts'

const SUBJECTS: Record<StaffNoticeData['event'], (data: StaffNoticeData) => string> = {
  role: ({ about, detail }) => `${about} is ${detail} now`,
  'admin-key': ({ about }) => `${about} was made an owner with the admin key`,
  publish: ({ about }) => `${about} was published`,
  export: ({ about }) => about,
  login: ({ about }) => `${about} logged in on a new device`,
  factors: ({ about }) => `${about} has fewer ways to confirm a login`,
}

/** To owners, managers and support: an action that a thief of an admin’s account would take. */
export function staffNoticeMail(data: StaffNoticeData, { auditUrl }: { auditUrl: string }) {
  const subject = SUBJECTS[data.event](data)
  return compose({
    subject,
    preview: `${data.by}, ${formatMoment(data.at)}`,
    heading: subject,
    parts: [
      {
        facts: [
          ['By', data.by],
          ['When', formatMoment(data.at)],
          ...(data.detail === null || data.event === 'role'
            ? []
            : [['Details', data.detail] as [string, string]]),
          ...(data.ip === null ? [] : [['Network address', data.ip] as [string, string]]),
        ],
      },
      {
        text: 'If nobody on your team did this, somebody has an admin’s password: demote that admin, log them out everywhere and change the password.',
      },
      { button: 'Open the audit log', url: auditUrl },
    ],
    footer: ['You get this email because you run this shop.'],
  })
}
