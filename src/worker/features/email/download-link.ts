import { DAY } from '#shared/core/time.ts'
import { readSignedText, type SigningKeys, signText } from '../../core/signed-text.ts'
import { fromBase64Url, toBase64Url } from '../../core/tokens.ts'
import type { DownloadClaim, ReadClaim } from './mail-rules.ts'

/** Lifetime of a download link in a mail. */
export const LINK_LIFETIME_MS = 7 * DAY

const PURPOSE = 'download-link.v2'
/** Links without a version open the newest one that is included. Mails of the last 7 days may still have them. */
const FIRST_PURPOSE = 'download-link.v1'

/**
 * `payment.product.expiry.version.signature`, or `u` and the account's id in place of the payment. The token names the
 * holder of the access and one release. Each download checks whether the holder still has access.
 */
export function signDownloadLink(claim: DownloadClaim, secret: string): Promise<string> {
  const holder = 'paymentId' in claim ? claim.paymentId : `u${claim.userId}`
  const version = toBase64Url(new TextEncoder().encode(claim.version))
  return signText(`${holder}.${claim.productId}.${claim.expiresAt.toString(36)}.${version}`, PURPOSE, secret)
}

/** The page of a link. The fragment reaches no server, so that the token is in no log and in no Referer header. */
export const linkPath = (token: string): string => `/download#token=${token}`

/** Null where the token was not made by us, or was altered. Expired tokens are still read: the caller checks. */
export async function readDownloadLink(token: string, keys: SigningKeys): Promise<ReadClaim | null> {
  const body =
    (await readSignedText(token, PURPOSE, keys)) ?? (await readSignedText(token, FIRST_PURPOSE, keys))
  const match = /^(u?)(\d{1,15})\.(\d{1,15})\.([0-9a-z]{1,11})(?:\.([\w-]{1,80}))?$/.exec(body ?? '')
  if (!match) return null
  const [, kind, holder, productId, expiry = '', version] = match
  const bytes = version === undefined ? null : fromBase64Url(version)
  return {
    ...(kind === 'u' ? { userId: Number(holder) } : { paymentId: Number(holder) }),
    productId: Number(productId),
    expiresAt: Number.parseInt(expiry, 36),
    version: bytes && new TextDecoder().decode(bytes),
  }
}
