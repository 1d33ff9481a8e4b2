import { DAY } from '#shared/core/time.ts'
import { readSignedText, signText } from '../../core/signed-text.ts'
import type { NewsletterData } from './mail-rules.ts'

/** How long the question in the mail may be answered. */
export const NEWSLETTER_LINK_MS = 7 * DAY

const PURPOSE = 'newsletter.v1'

/** `subscriber.moment.signature`: which request of which address is confirmed. It expires by its moment. */
export function signNewsletter(claim: NewsletterData, secret: string): Promise<string> {
  return signText(`${claim.subscriberId}.${claim.askedAt.toString(36)}`, PURPOSE, secret)
}

/** Null where the token was not made by us, or was altered. An expired one is still read: the caller says so. */
export async function readNewsletter(token: string, secret: string): Promise<NewsletterData | null> {
  const body = await readSignedText(token, PURPOSE, secret)
  const match = /^(\d{1,15})\.([0-9a-z]{1,11})$/.exec(body ?? '')
  return match && { subscriberId: Number(match[1]), askedAt: Number.parseInt(match[2] ?? '', 36) }
}
