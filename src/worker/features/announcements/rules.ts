import type { Channel } from '#shared/access/contract.ts'
import { type Access, includedRelease, type OfferedRelease, UPDATE_MONTHS } from '#shared/access/rules.ts'
import type { Tier } from '#shared/catalogue/contract.ts'
import { addMonths, DAY, MINUTE } from '#shared/core/time.ts'
import type { Preference } from '#shared/email/contract.ts'

/** A release published longer ago than this is not announced, even if its announcement is incomplete. */
export const NEWS_MS = 30 * DAY
/** The owner of a one-time purchase is reminded this long before its updates end. */
export const REMIND_MS = 7 * DAY

/** A download that was allowed before a withdrawal is logged within this time. */
export const LATE_DOWNLOADS_MS = MINUTE

/** Progress of one release's announcement: everyone in the audience up to `after` has been notified. */
export type Progress<Second extends string> = { audience: 'users' | Second; after: number }

/** The audience without an account: subscribers for a new script, guest buyers for a new version. */
export type Others = 'subscribers' | 'guests'
export const othersOf = (kind: NewsKind): Others => (kind === 'new-script' ? 'subscribers' : 'guests')

/**
 * Progress as the one number in the table: the id of the last user, or −1 minus the last id of the second audience. In
 * a withdrawal the ids of users are those of downloads, and the second audience is the recipients of mailed links.
 */
export const progressOf = <Second extends string>(cursor: number, second: Second): Progress<Second> =>
  cursor < 0 ? { audience: second, after: -1 - cursor } : { audience: 'users', after: cursor }

export const cursorOf = ({ audience, after }: Progress<Others | 'recipients'>): number =>
  audience === 'users' ? after : -1 - after

type Notice = { id: number; yankedAt: number }

/** Has the time of the withdrawal, so that a release that is withdrawn again is announced again. */
export const noticeKey = ({ id, yankedAt }: Notice) => `recall:${id}:${yankedAt}`

/** `digest`: that of the address. Empty: the beginning of the keys of all mails of the notice. */
export const noticeMailKey = (notice: Notice, digest: string) => `${noticeKey(notice)}:address:${digest}`

export type NewsKind = 'new-script' | 'new-release'

/** A plan's file and a beta version are never a new script: they are announced to owners only. */
export const kindOf = (release: { tier: Tier; announcedBefore: boolean; isBeta: boolean }): NewsKind =>
  release.tier === 'script' && !release.announcedBefore && !release.isBeta ? 'new-script' : 'new-release'

/**
 * `gotReceipt`: a receipt was sent to the account's address and did not bounce. `isBounced`: mail to that address is
 * suppressed because it bounced.
 */
export type Reader = { emailVerifiedAt: number | null; gotReceipt: boolean; isBounced: boolean } & Pick<
  Record<Preference, boolean>,
  'emailNotifications' | 'newAirdrops'
>

/** Channels that announce a release to an account: mail by its preferences, live notification if it gets the file. */
export function channelsFor(
  kind: NewsKind,
  reader: Reader,
  access: Access | null,
  release: OfferedRelease,
  channel: Channel,
): { mail: boolean; screens: boolean } {
  const included = access !== null && includedRelease(access, [release], channel) !== undefined
  const wanted = kind === 'new-script' ? reader.newAirdrops : included && reader.emailNotifications
  // A new version may go to an unconfirmed address that got a receipt, everything else to confirmed addresses only.
  const isTheirs = reader.emailVerifiedAt !== null || (kind === 'new-release' && reader.gotReceipt)
  return { mail: wanted && isTheirs && !reader.isBounced, screens: included }
}

/** The end of this purchase's updates, if it is due for a reminder and the owner has no better access; else null. */
export function endToRemindOf(
  grant: { grantId: number; purchasedAt: number },
  access: Access | null,
  now: number,
): number | null {
  const endsAt = addMonths(grant.purchasedAt, UPDATE_MONTHS)
  const soon = endsAt - REMIND_MS <= now && now < endsAt
  return soon && access?.grantId === grant.grantId && access.updatesUntil === endsAt ? endsAt : null
}

/** The purchase dates that may be due for a reminder: 4 days wider on both sides, because months differ in length. */
export const remindWindow = (now: number): { from: number; to: number } => ({
  from: addMonths(now, -UPDATE_MONTHS) - 4 * DAY,
  to: addMonths(now + REMIND_MS, -UPDATE_MONTHS) + 4 * DAY,
})
