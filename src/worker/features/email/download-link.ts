import { DAY } from '../../core/time.ts'
import { fromBase64Url, hmacSha256, toBase64Url, verifyHmacSha256 } from '../../core/tokens.ts'
import type { DownloadClaim } from './contract.ts'

/** How long a link in a mail opens its file. */
export const LINK_LIFETIME_MS = 7 * DAY

const PURPOSE = 'download-link.v1'

/** `payment.product.expiry.signature`: says whose purchase it is; whether that still counts is asked at every download. */
export async function signDownloadLink(claim: DownloadClaim, secret: string): Promise<string> {
  const body = `${claim.paymentId}.${claim.productId}.${claim.expiresAt.toString(36)}`
  return `${body}.${toBase64Url(await hmacSha256(secret, `${PURPOSE}:${body}`))}`
}

/** Null where the token was not made by us, or was altered. An expired one is still read: the caller says so. */
export async function readDownloadLink(token: string, secret: string): Promise<DownloadClaim | null> {
  const match = /^(\d{1,15})\.(\d{1,15})\.([0-9a-z]{1,11})\.([\w-]{43})$/.exec(token)
  if (!match) return null
  const [, paymentId, productId, expiry, signature] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
  ]
  const mac = fromBase64Url(signature)
  const body = `${paymentId}.${productId}.${expiry}`
  if (!mac || !(await verifyHmacSha256(secret, `${PURPOSE}:${body}`, mac))) return null
  return {
    paymentId: Number(paymentId),
    productId: Number(productId),
    expiresAt: Number.parseInt(expiry, 36),
  }
}
