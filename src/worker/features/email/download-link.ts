import { DAY } from '#shared/core/time.ts'
import { readSignedText, signText } from '../../core/signed-text.ts'
import type { DownloadClaim } from './mail-rules.ts'

/** How long a link in a mail opens its file. */
export const LINK_LIFETIME_MS = 7 * DAY

const PURPOSE = 'download-link.v1'

/**
 * `payment.product.expiry.signature`, or `u` and an account in the payment's place: says whose right it is; whether
 * that still counts is asked at every download.
 */
export function signDownloadLink(claim: DownloadClaim, secret: string): Promise<string> {
  const holder = 'paymentId' in claim ? claim.paymentId : `u${claim.userId}`
  return signText(`${holder}.${claim.productId}.${claim.expiresAt.toString(36)}`, PURPOSE, secret)
}

/** Null where the token was not made by us, or was altered. An expired one is still read: the caller says so. */
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
