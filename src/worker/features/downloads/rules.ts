import type { DownloadClaim } from '../../core/download-link.ts'

export type LinkRefusal = { status: 403 | 410; message: string }

/** Why a link does not open this product, or null. `claim` is null where the signature does not hold. */
export function refuseLink(claim: DownloadClaim | null, productId: number, now: number): LinkRefusal | null {
  if (claim === null || claim.productId !== productId) {
    return {
      status: 403,
      message: 'This download link is not valid. Use the one in your receipt, unchanged.',
    }
  }
  if (claim.expiresAt <= now) {
    return {
      status: 410,
      message: 'This download link has expired. Log in to download your file, or ask us for a new link.',
    }
  }
  return null
}

/** A header value that names the file in every browser: ASCII for the old, RFC 8187 for the rest. */
export function attachment(fileName: string): string {
  const clean = fileName.replace(/[\p{Cc}\p{Cf}/\\]/gu, '').slice(0, 150) || 'download'
  const ascii = clean.replace(/[^\x20-\x7e]|["%;]/g, '_')
  const encoded = encodeURIComponent(clean).replace(
    /['()*!]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** The part of the file an R2 answer holds: first and last byte, inclusive. */
export function servedBytes(
  range: { offset?: number; length?: number; suffix?: number } | undefined,
  size: number,
): { first: number; last: number } {
  if (range?.suffix !== undefined) return { first: Math.max(0, size - range.suffix), last: size - 1 }
  const first = range?.offset ?? 0
  return { first, last: Math.min(size, first + (range?.length ?? size)) - 1 }
}
