import { formatDay } from '#shared/core/format-day.ts'
import type { ReleaseWithdrawnData } from '../mail-rules.ts'
import { compose, NEVER_ASKED, type Part } from './compose.ts'

/** `dashboardUrl`: the reader has an account. `downloadUrl`: a guest purchase. Neither: an owner mailed a link. */
type Links = { productUrl: string | null; supportEmail: string } & (
  | { dashboardUrl?: string }
  | { downloadUrl?: string }
)

/** A safety notice about a file that the reader has. It has no unsubscribe link and ignores preferences. */
export function releaseWithdrawnMail(data: ReleaseWithdrawnData, links: Links) {
  const { productName, version, reason, advice, withdrawnAt } = data
  const isOwner = 'dashboardUrl' in links || 'downloadUrl' in links
  const isRecall = advice !== null
  const title = isRecall
    ? `Do not run ${productName} ${version}`
    : `We no longer offer ${productName} ${version}`
  return compose({
    subject: title,
    preview: isRecall
      ? 'We recalled this version. Here is why, and what to do now.'
      : 'We withdrew this version. Here is why.',
    heading: title,
    parts: [
      {
        text: `We ${isRecall ? 'recalled' : 'withdrew'} version ${version} of ${productName} on ${formatDay(withdrawnAt)} (UTC). ${
          isOwner
            ? 'You get this because you downloaded it.'
            : 'You get this because a link to its file was mailed to this address, and the file was downloaded.'
        }`,
      },
      { text: `Why we ${isRecall ? 'recalled' : 'withdrew'} it:` },
      { quote: reason },
      ...(isRecall ? [{ text: 'What to do now:' }, { quote: advice }] : []),
      { text: nextVersion(data, isOwner) },
      ...whereToGo(data, links),
    ],
    footer: [
      isOwner
        ? 'This is a safety notice about a file that you have. It does not depend on your email settings.'
        : 'This is a safety notice about a file that was sent to you. It does not depend on your email settings.',
      `Questions: ${links.supportEmail}`,
      NEVER_ASKED,
    ],
  })
}

function nextVersion({ version, goodVersion, advice }: ReleaseWithdrawnData, isOwner: boolean): string {
  if (goodVersion !== null) return `Install version ${goodVersion} instead.`
  const what =
    advice === null
      ? `Read the reason and decide whether to keep using version ${version}.`
      : 'Do not install it again.'
  return isOwner
    ? `${what} There is no other version for you yet.`
    : `${what} Ask the person who sent you the link for another version, or write to us.`
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
