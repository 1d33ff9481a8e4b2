import { type Access, includedRelease, UPDATE_MONTHS } from '#shared/access/rules.ts'
import type { Tier } from '#shared/catalogue/contract.ts'
import { addMonths, DAY, MINUTE } from '#shared/core/time.ts'
import type { Preference } from '#shared/email/contract.ts'

/** A release published longer ago than this is not announced, even where nobody was notified. */
export const NEWS_MS = 30 * DAY
/** A one-time purchase's updates end: its owner hears of it this long before. */
export const REMIND_MS = 7 * DAY

/** A download that was let through before a withdrawal is logged within this time. */
export const LATE_DOWNLOADS_MS = MINUTE

/** How far the announcement of one release has come: everybody up to `after` has been notified. */
export type Progress<Second extends string> = { audience: 'users' | Second; after: number }

/** Who hears of a release without an account: of a new script subscribers, of a new version its buyers. */
export type Others = 'subscribers' | 'guests'
export const othersOf = (kind: NewsKind): Others => (kind === 'new-script' ? 'subscribers' : 'guests')

/**
 * Progress as the one number in the table: the last of the users, or −1 less the last of the second audience. In a recall
 * the users are the downloads, and then come the recipients of mailed links.
 */
export const progressOf = <Second extends string>(cursor: number, second: Second): Progress<Second> =>
  cursor < 0 ? { audience: second, after: -1 - cursor } : { audience: 'users', after: cursor }

export const cursorOf = ({ audience, after }: Progress<Others | 'recipients'>): number =>
  audience === 'users' ? after : -1 - after

export type NewsKind = 'new-script' | 'new-release'

/** A plan's file is never a new script: only its holders hear of it. */
export const kindOf = (release: { tier: Tier; announcedBefore: boolean }): NewsKind =>
  release.tier === 'script' && !release.announcedBefore ? 'new-script' : 'new-release'

/**
 * `gotReceipt`: a receipt of theirs was sent to the account's address, and did not come back. `isBounced`: mail to that
 * address comes back now.
 */
export type Reader = { emailVerifiedAt: number | null; gotReceipt: boolean; isBounced: boolean } & Pick<
  Record<Preference, boolean>,
  'emailNotifications' | 'newAirdrops'
>

/** Who hears of a release, and how: mails as the account's preferences say, its screens wherever it gets the file. */
export function channelsFor(
  kind: NewsKind,
  reader: Reader,
  access: Access | null,
  publishedAt: number,
): { mail: boolean; screens: boolean } {
  const included = access !== null && includedRelease(access, [{ publishedAt }]) !== undefined
  const wanted = kind === 'new-script' ? reader.newAirdrops : included && reader.emailNotifications
  // News of a purchase goes to the address that got its receipt; everything else to confirmed addresses only.
  const isTheirs = reader.emailVerifiedAt !== null || (kind === 'new-release' && reader.gotReceipt)
  return { mail: wanted && isTheirs && !reader.isBounced, screens: included }
}

/** When the updates of this purchase end, where that is the last week's news and what its owner has is no better. */
export function endToRemindOf(
  grant: { grantId: number; purchasedAt: number },
  access: Access | null,
  now: number,
): number | null {
  const endsAt = addMonths(grant.purchasedAt, UPDATE_MONTHS)
  const soon = endsAt - REMIND_MS <= now && now < endsAt
  return soon && access?.grantId === grant.grantId && access.updatesUntil === endsAt ? endsAt : null
}

/** The range of such purchases; months differ in length, so a little wider on both sides. */
export const remindWindow = (now: number): { from: number; to: number } => ({
  from: addMonths(now, -UPDATE_MONTHS) - 4 * DAY,
  to: addMonths(now + REMIND_MS, -UPDATE_MONTHS) + 4 * DAY,
})
