import { DAY } from '#shared/core/time.ts'
import { readSignedText, type SigningKeys, signText } from '../../core/signed-text.ts'
import type { NewsletterData } from './mail-rules.ts'

/** Lifetime of a confirmation link. */
export const NEWSLETTER_LINK_MS = 7 * DAY

const PURPOSE = 'newsletter.v1'

/**
 * `subscriber.moment.signature`: names the subscriber and the request that the link confirms. Its lifetime counts from
 * that moment.
 */
export function signNewsletter(claim: NewsletterData, secret: string): Promise<string> {
  return signText(`${claim.subscriberId}.${claim.askedAt.toString(36)}`, PURPOSE, secret)
}

/** Null where the token was not made by us, or was altered. Expired tokens are still read: the caller checks. */
export async function readNewsletter(token: string, keys: SigningKeys): Promise<NewsletterData | null> {
  const body = await readSignedText(token, PURPOSE, keys)
  const match = /^(\d{1,15})\.([0-9a-z]{1,11})$/.exec(body ?? '')
  return match && { subscriberId: Number(match[1]), askedAt: Number.parseInt(match[2] ?? '', 36) }
}
