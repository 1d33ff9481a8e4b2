import { LIMIT_DAYS, MOST_DOWNLOADS, MOST_NETWORKS, MOST_REQUESTS } from '#shared/core/download-limits.ts'
import { formatDay, formatMoment } from '#shared/core/format-day.ts'
import { DAY } from '#shared/core/time.ts'
import type { LimitReached } from '#shared/downloads/limit-rules.ts'
import type { LinkHolder, ReadClaim } from '../email/mail-rules.ts'

/** A download's IP address, network and User-Agent are kept this long: banks and card networks accept disputes until then. */
export const DISPUTE_WINDOW_MS = 180 * DAY

/** The client of a download. `range`: its Range header, as sent. */
export type Visitor = {
  range: string | null
  ip: string | null
  network: string | null
  userAgent: string | null
}

/** `version`: the release that the link opens; null in a link of the first format: the newest one. */
export type CheckedLink =
  | { ok: true; holder: LinkHolder; productId: number; version: string | null; expiresAt: number }
  | { ok: false; status: 403 | 410; message: string }

/** Whether a link opens this product. `claim` is null where the signature is not valid. */
export function checkLink(claim: ReadClaim | null, productId: number, now: number): CheckedLink {
  if (claim === null || claim.productId !== productId) {
    const message = 'This download link is not valid. Use the one in the email, unchanged.'
    return { ok: false, status: 403, message }
  }
  if (claim.expiresAt <= now) {
    const message = 'This download link has expired. Log in to download your file, or ask us for a new link.'
    return { ok: false, status: 410, message }
  }
  return {
    ok: true,
    holder: 'paymentId' in claim ? { paymentId: claim.paymentId } : { userId: claim.userId },
    productId: claim.productId,
    version: claim.version,
    expiresAt: claim.expiresAt,
  }
}

/** Why a version is not offered any more, and where to go. `good`: the version that the reader may have instead. */
export function whyWithdrawn(
  version: string,
  withdrawn: { yankedAt: number | null; yankReason: string | null; recallAdvice: string | null },
  good: string | null,
): string {
  const { yankedAt, yankReason, recallAdvice } = withdrawn
  const day = yankedAt === null ? '' : ` on ${formatDay(yankedAt)} (UTC)`
  const did = recallAdvice === null ? 'We withdrew' : 'Do not run this version. We recalled'
  return [
    `${did} version ${version}${day}.`,
    yankReason === null ? null : `Why: ${endWithStop(yankReason)}`,
    recallAdvice === null ? null : `What to do: ${endWithStop(recallAdvice)}`,
    good === null ? 'There is no other version for you yet.' : `Download version ${good} instead.`,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ')
}

const endWithStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** A Content-Disposition value with the file's name for every browser: ASCII for old ones, RFC 8187 for the others. */
export function attachment(fileName: string): string {
  const clean = fileName.replace(/[\p{Cc}\p{Cf}/\\]/gu, '').slice(0, 150) || 'download'
  const ascii = clean.replace(/[^\x20-\x7e]|["%;]/g, '_')
  const encoded = encodeURIComponent(clean).replace(
    /['()*!]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/**
 * The first and last byte that a Range header asks for (RFC 9110 §14), within the file; 'outside' where it has no such
 * bytes. Null for a header that is not supported (other units, several ranges, malformed): the whole file is sent.
 */
export function askedBytes(header: string, size: number): { first: number; last: number } | 'outside' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim())
  const [, from = '', to = ''] = match ?? []
  if (from === '') {
    if (to === '') return null
    return Number(to) === 0 ? 'outside' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return null
  return first >= size ? 'outside' : { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

export type Conditions = {
  ifMatch: string | null
  ifNoneMatch: string | null
  ifRange: string | null
  range: string | null
}

/**
 * The response to a conditional request for an immutable file (RFC 9110 §13). `etag` is the quoted SHA-256 of its
 * bytes. A range whose If-Range names another file is not honoured: the whole file is sent.
 */
export function answerConditions(
  asked: Conditions,
  etag: string,
): { status: 200 | 304 | 412; range: boolean } {
  const names = (header: string) => header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  if (asked.ifMatch !== null && asked.ifMatch.trim() !== '*' && !names(asked.ifMatch)) {
    return { status: 412, range: false }
  }
  if (asked.ifNoneMatch !== null && (asked.ifNoneMatch.trim() === '*' || names(asked.ifNoneMatch))) {
    return { status: 304, range: false }
  }
  const sameFile = asked.ifRange === null || asked.ifRange.trim() === etag
  return { status: 200, range: asked.range !== null && sameFile }
}

/** What the 429 of a reached limit says. A guest has no password to change. */
export function whyLimited(
  { limit, worksAgainAt }: LimitReached,
  hasAccount: boolean,
  supportEmail: string,
): string {
  const what =
    limit === 'networks'
      ? `This purchase was downloaded from ${MOST_NETWORKS} networks within ${LIMIT_DAYS} days. That is our limit against sharing. Networks that you used already still work; a new one works from ${formatMoment(worksAgainAt)}.`
      : `This purchase was downloaded ${MOST_DOWNLOADS} times, or in ${MOST_REQUESTS.toLocaleString('en-US')} parts, within ${LIMIT_DAYS} days. That is our limit against sharing. It works again from ${formatMoment(worksAgainAt)}.`
  return hasAccount
    ? `${what} If all of that was you, write to ${supportEmail}. If not, change your password: that ends every download link.`
    : `${what} If somebody else has your link, or if all of that was you, write to ${supportEmail}.`
}
