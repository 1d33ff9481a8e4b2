import { BRAND } from '#shared/core/brand.ts'
import { describeRisk } from '#shared/scan/describe-risk.ts'
import type { NewReleaseData } from '../mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'
import type { NewsLinks } from './new-script.ts'

/** The place of the file: the reader's dashboard or, for a guest purchase, a download link in the mail. */
type Place = { dashboardUrl: string } | { downloadUrl: string }

/** A new version of a product that the reader has. */
export function newReleaseMail(data: NewReleaseData, links: NewsLinks & Place) {
  const { productName, version, changelog, riskier, isBeta, isSecurityUpdate } = data
  const isGuest = 'downloadUrl' in links
  const title = `${productName} ${version}${isBeta ? ' (beta)' : ''}`
  return compose({
    subject: isSecurityUpdate ? `Security update: ${title}` : `${title} is out`,
    preview: isGuest ? 'Download the new version.' : 'The new version is in your dashboard.',
    heading: isSecurityUpdate ? `Security update: ${title}` : `${title} is out`,
    parts: [
      ...(isSecurityUpdate
        ? [
            {
              text: isBeta
                ? 'This beta version repairs a security flaw. Please install it now.'
                : `This version repairs a security flaw. Everyone who has ${productName} gets it, also after their 3 months of updates. Please install it now.`,
            },
          ]
        : []),
      ...(isBeta
        ? [
            {
              text: `This is a beta version. You get it because you chose beta versions of ${productName} in your dashboard, where you can go back to stable versions.`,
            },
          ]
        : []),
      {
        text: isGuest
          ? 'The new version is included in what you bought. The link works for 7 days.'
          : 'The new version is included in what you have. Download it from your dashboard.',
      },
      ...(changelog === '' ? [] : [{ text: 'What changed:' }, { quote: changelog }]),
      ...(riskier.length === 0
        ? []
        : [
            { text: 'New in what this version declares. A second admin confirmed it:' },
            { quote: riskier.map(describeRisk).join('\n') },
          ]),
      isGuest
        ? { button: `Download ${productName} ${version}`, url: links.downloadUrl }
        : { button: 'Open your products', url: `${links.dashboardUrl}?tab=products` },
      { link: `About ${productName}`, url: links.productUrl },
    ],
    footer: [
      isGuest
        ? `You get this because an order with this address includes ${productName}.`
        : `You get this because email notifications are on in your ${BRAND} profile.`,
      NEVER_ASKED,
    ],
    unsubscribe: links.unsubscribe,
  })
}
