import { DAY } from '#shared/core/time.ts'
import { readSignedText, signText } from '../../core/signed-text.ts'
import type { DownloadClaim } from './mail-rules.ts'

/** Lifetime of a download link in a mail. */
export const LINK_LIFETIME_MS = 7 * DAY

const PURPOSE = 'download-link.v1'

/**
 * `payment.product.expiry.signature`, or `u` and the account's id in place of the payment. The token names the holder
 * of the access. Each download checks whether the holder still has access.
 */
export function signDownloadLink(claim: DownloadClaim, secret: string): Promise<string> {
  const holder = 'paymentId' in claim ? claim.paymentId : `u${claim.userId}`
  return signText(`${holder}.${claim.productId}.${claim.expiresAt.toString(36)}`, PURPOSE, secret)
}

/** Null where the token was not made by us, or was altered. Expired tokens are still read: the caller checks. */
export async function readDownloadLink(token: string, secret: string): Promise<DownloadClaim | null> {
  const body = await readSignedText(token, PURPOSE, secret)
  const match = /^(u?)(\d{1,15})\.(\d{1,15})\.([0-9a-z]{1,11})$/.exec(body ?? '')
  if (!match) return null
  const [, kind, holder, productId, expiry = ''] = match
  return {
    ...(kind === 'u' ? { userId: Number(holder) } : { paymentId: Number(holder) }),
    productId: Number(productId),
    expiresAt: Number.parseInt(expiry, 36),
  }
}
