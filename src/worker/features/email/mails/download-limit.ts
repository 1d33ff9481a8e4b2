import {
  LIMIT_DAYS,
  LIMITS_IN_WORDS,
  MOST_DOWNLOADS,
  MOST_NETWORKS,
  MOST_REQUESTS,
} from '#shared/core/download-limits.ts'
import { formatMoment } from '#shared/core/format-day.ts'
import type { DownloadLimitData } from '../mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'

/** To the owner of a purchase that reached a limit against sharing: somebody else may use it. */
export function downloadLimitMail(
  { productName, limit, worksAgainAt, hasAccount }: DownloadLimitData,
  { profileUrl, supportEmail }: { profileUrl: string; supportEmail: string },
) {
  const happened =
    limit === 'networks'
      ? `Your purchase of ${productName} was downloaded from ${MOST_NETWORKS} networks within ${LIMIT_DAYS} days, and somebody tried from another one.`
      : `Your purchase of ${productName} was downloaded ${MOST_DOWNLOADS} times, or in ${MOST_REQUESTS.toLocaleString('en-US')} parts, within ${LIMIT_DAYS} days.`
  const again =
    limit === 'networks'
      ? `Networks that you have already used still work. A new network will work from ${formatMoment(worksAgainAt)}.`
      : `Downloads work again from ${formatMoment(worksAgainAt)}.`
  return compose({
    subject: `${productName}: its download limit is reached`,
    preview: 'If it was not you, somebody else is using your purchase.',
    heading: `The download limit of ${productName} is reached`,
    parts: [
      { text: `${happened} ${again}` },
      {
        text: `Our limit against sharing is ${LIMITS_IN_WORDS}. Nothing was charged, and nobody lost access.`,
      },
      ...(hasAccount
        ? [
            {
              text: 'If this was not you, somebody has one of your links or your password. Change your password: that ends every download link and every other session. Your dashboard lists the downloads of your account.',
            },
            { button: 'Change your password', url: profileUrl },
          ]
        : [
            {
              text: `If this was not you, somebody has one of the download links that we mailed to you. Write to ${supportEmail}, and do not share your links.`,
            },
          ]),
      {
        text: `If all the downloads were yours, write to ${supportEmail}, and we lift the limit.${hasAccount ? '' : ' Please register with this email address first.'}`,
      },
    ],
    footer: [`Questions: ${supportEmail}`, NEVER_ASKED],
  })
}
