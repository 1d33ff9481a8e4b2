import { formatDay, formatMoment } from '#shared/core/format-day.ts'
import { DOWNLOAD_DAYS, DOWNLOADS_SHOWN, NEXT_STEPS } from '#shared/lockdown/contract.ts'
import type { AccountLockdownData } from '../account-mail-rules.ts'
import { compose, NEVER_ASKED, type Part } from './compose.ts'

type Links = { reportUrl: string; forgotUrl: string; supportEmail: string }

/** To the account's owner: what was done, what to do next, and what to do if it was somebody else. */
export const accountLockdownMail = (data: AccountLockdownData, links: Links) =>
  compose({
    subject: 'Your account was locked down',
    preview: 'What was done, and what to do next.',
    heading: 'Your account was locked down',
    parts: [
      {
        text: `Your account “${data.username}” was locked down on ${formatMoment(data.lockedAt)}, with its password, from ${data.device}${data.ip === null ? '' : ` at ${data.ip}`}.`,
      },
      {
        facts: [
          ['New licence keys', String(data.licences)],
          ['Devices released', String(data.devices)],
          ['Other logins ended', String(data.sessions)],
          ['Links for password or address ended', String(data.mailedLinks)],
          ['Download links in emails', 'All ended'],
        ],
      },
      {
        text: `Devices that ran a script before may run it until ${formatDay(data.leasesEndAt)} (UTC) without asking us: that right cannot be taken back.`,
      },
      { text: 'What to do next:' },
      ...NEXT_STEPS.map(({ title, text }, index) => ({ text: `${index + 1}. ${title}. ${text}` })),
      { button: 'Open the report', url: links.reportUrl },
      ...recentDownloads(data),
      {
        text: `Was this not you? Then somebody knows your password: choose a new one now, and write to ${links.supportEmail}.`,
      },
      { link: 'Choose a new password', url: links.forgotUrl },
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })

function recentDownloads({ downloads }: AccountLockdownData): Part[] {
  if (downloads.length === 0) return [{ text: `Nothing was downloaded in the last ${DOWNLOAD_DAYS} days.` }]
  const many = downloads.length === DOWNLOADS_SHOWN ? `, at most ${DOWNLOADS_SHOWN}` : ''
  return [
    { text: `Downloads of the last ${DOWNLOAD_DAYS} days${many}. The report has the network of each:` },
    {
      facts: downloads.map(
        ({ downloadedAt, productName, version }) =>
          [formatMoment(downloadedAt), `${productName} ${version}`] as const,
      ),
    },
  ]
}
