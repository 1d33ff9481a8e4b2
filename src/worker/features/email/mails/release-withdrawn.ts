import { formatDay } from '#shared/core/format-day.ts'
import type { ReleaseWithdrawnData } from '../mail-rules.ts'
import { compose, NEVER_ASKED, type Part } from './compose.ts'

/** `dashboardUrl`: the reader has an account. `downloadUrl`: a guest purchase. Neither: an owner mailed a link. */
type Links = { productUrl: string | null; supportEmail: string } & (
  | { dashboardUrl?: string }
  | { downloadUrl?: string }
)

/** A safety notice: the reader has code that must no longer run. It has no unsubscribe link and ignores preferences. */
export function releaseWithdrawnMail(data: ReleaseWithdrawnData, links: Links) {
  const { productName, version, reason, withdrawnAt, goodVersion } = data
  const isOwner = 'dashboardUrl' in links || 'downloadUrl' in links
  const last =
    goodVersion === null
      ? 'Do not install it again. Use only a corrected version.'
      : `Install version ${goodVersion} instead.`
  return compose({
    subject: `Stop using ${productName} ${version}`,
    preview: 'We withdrew this version. Here is why, and what to do now.',
    heading: `Stop using ${productName} ${version}`,
    parts: [
      {
        text: `We withdrew version ${version} of ${productName} on ${formatDay(withdrawnAt)}. ${
          isOwner
            ? 'You get this because you downloaded it.'
            : 'You get this because a link to its file was mailed to this address, and the file was downloaded.'
        }`,
      },
      { text: 'Why we withdrew it:' },
      { quote: reason },
      { text: 'What to do now:' },
      {
        lines: [
          `1. Stop version ${version} on every device where it runs.`,
          '2. Delete its files.',
          `3. ${last}`,
        ].join('\n'),
      },
      ...whereToGo(data, links),
    ],
    footer: [
      'This is a safety notice about a file that you have. It does not depend on your email settings.',
      `Questions: ${links.supportEmail}`,
      NEVER_ASKED,
    ],
  })
}

function whereToGo({ productName, goodVersion }: ReleaseWithdrawnData, links: Links): Part[] {
  const page =
    links.productUrl === null ? [] : [{ link: `All versions of ${productName}`, url: links.productUrl }]
  if (goodVersion === null) return page
  if ('downloadUrl' in links && links.downloadUrl !== undefined)
    return [
      { button: `Download ${productName} ${goodVersion}`, url: links.downloadUrl },
      { quiet: 'The download link works for 7 days.' },
      ...page,
    ]
  if ('dashboardUrl' in links && links.dashboardUrl !== undefined)
    return [{ button: 'Open your products', url: `${links.dashboardUrl}?tab=products` }, ...page]
  return page
}
