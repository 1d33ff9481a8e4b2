import { readReferralCode } from '#shared/accounts/referral-code.ts'
import { DAY } from '#shared/core/time.ts'
import { REMEMBERED_DAYS } from '#shared/referrals/rules.ts'

const KEY = 'referral'
const KEPT_MS = REMEMBERED_DAYS * DAY

/** Used if the browser refuses storage. The referral then lasts until the page is left. */
let inMemory: string | null = null

/** Stores the `?ref=` of an address for `KEPT_MS`. The first code counts: a later one does not replace it. */
export function rememberReferral(search: string, now = Date.now()): void {
  const code = readReferralCode(new URLSearchParams(search).get('ref') ?? '')
  if (!code || rememberedReferral(now)) return
  inMemory = JSON.stringify({ code, at: now })
  try {
    localStorage.setItem(KEY, inMemory)
  } catch {
    // Storage is refused or full.
  }
}

/** The code of the referrer of this visitor, or null. */
export function rememberedReferral(now = Date.now()): string | null {
  return readReferral(stored() ?? inMemory, now)
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** The referral code of a stored note, or null if it is malformed or expired. The note may be any text. */
export function readReferral(note: string | null, now: number): string | null {
  try {
    const { code, at } = JSON.parse(note ?? 'null') as { code: unknown; at: unknown }
    const isFresh = typeof at === 'number' && at <= now && now - at < KEPT_MS
    return isFresh && typeof code === 'string' ? readReferralCode(code) : null
  } catch {
    return null
  }
}
