import { BRAND } from '../../../core/brand.ts'
import type { NewReleaseData } from '../contract.ts'
import { compose, NEVER_ASKED } from './compose.ts'
import type { NewsLinks } from './new-script.ts'

/** A new version of something the reader has. */
export const newReleaseMail = (data: NewReleaseData, links: NewsLinks & { dashboardUrl: string }) =>
  compose({
    subject: `${data.productName} ${data.version} is out`,
    preview: 'The new version is in your dashboard.',
    heading: `${data.productName} ${data.version} is out`,
    parts: [
      { text: 'The new version is included in what you have. Download it from your dashboard.' },
      ...(data.changelog === '' ? [] : [{ text: 'What changed:' }, { quote: data.changelog }]),
      { button: 'Open your products', url: `${links.dashboardUrl}?tab=products` },
      { link: `About ${data.productName}`, url: links.productUrl },
    ],
    footer: [`You get this because your ${BRAND} profile asks for email notifications.`, NEVER_ASKED],
    unsubscribe: links.unsubscribe,
  })
