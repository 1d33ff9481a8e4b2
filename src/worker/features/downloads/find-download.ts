import { type Access, accessTo, channelOf, includedRelease } from '#shared/access/rules.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import {
  selectAccountHoldings,
  selectChannels,
  selectPaymentHoldings,
  selectUserHoldings,
} from '../access/find-access.ts'
import { type Release, selectReleases } from '../catalogue/read-products.ts'
import { LINK_LIFETIME_MS, readDownloadLink } from '../email/download-link.ts'
import type { LinkHolder } from '../email/mail-rules.ts'
import { checkLink, type Visitor } from './rules.ts'
import { insertDownload } from './writes.ts'

/** The holder of the checked access: a session's user, or the purchase or account that a link was signed for. */
export type Claimant =
  | { via: 'session'; userId: number }
  /** `issuedAt`: epoch milliseconds. After a database restore, a later payment or account may have the same id. */
  | ({ via: 'link'; issuedAt: number } & LinkHolder)

export type Download = { release: Release; claimant: Claimant; access: Access }

/** @throws Problem 403 where the link is not ours, was altered or is for another product; 410 where it has expired. */
export async function readLink(
  token: string,
  productId: number,
  linkKey: string,
  now: number,
): Promise<Claimant> {
  const claim = await readDownloadLink(token, linkKey)
  const checked = checkLink(claim, productId, now)
  if (!checked.ok) throw new Problem(checked.status, checked.message)
  return { via: 'link', ...checked.holder, issuedAt: checked.expiresAt - LINK_LIFETIME_MS }
}

/**
 * The release that this claimant may download now: a named version, or the newest one of the account's channel. A guest
 * has no account, so no beta version without its name. Access is checked each time, also for a link that has not expired: a
 * refunded purchase opens nothing. One round trip.
 * @throws Problem 403 no access, 404 no file (or no such version)
 */
export async function findDownload(
  db: Db,
  productId: number,
  version: string | undefined,
  claimant: Claimant,
  now: number,
): Promise<Download> {
  const [ownedGrants, releases, choices] = await db.batch([
    ownedGrantsOf(db, claimant),
    selectReleases(db, [productId], now),
    selectChannels(db, 'userId' in claimant ? [claimant.userId] : [], [productId]),
  ])
  const access = accessTo(productId, ownedGrants, now)
  if (!access) throw new Problem(403, 'You do not have access to this product.')
  const wanted = version === undefined ? releases : releases.filter((release) => release.version === version)
  // Asking for a version by its name chooses it, also a beta version.
  const channel = version === undefined ? channelOf(choices, productId) : 'beta'
  const release = includedRelease(access, wanted, channel)
  if (release) return { release, claimant, access }
  if (wanted.some(({ isBeta }) => version !== undefined || !isBeta)) {
    throw new Problem(
      403,
      'This release came out after your 3 months of updates. Buy the product again to get it.',
    )
  }
  throw new Problem(
    404,
    version === undefined
      ? 'This product has no file to download at the moment.'
      : 'There is no such version to download. It may have been withdrawn.',
  )
}

function ownedGrantsOf(db: Db, claimant: Claimant) {
  if ('paymentId' in claimant) return selectPaymentHoldings(db, claimant.paymentId, claimant.issuedAt)
  // A session exists for open accounts only; for a link the account must be checked.
  return claimant.via === 'session'
    ? selectUserHoldings(db, claimant.userId)
    : selectAccountHoldings(db, claimant.userId, claimant.issuedAt)
}

export async function logDownload(
  db: Db,
  { release, claimant }: Download,
  visitor: Visitor,
  now: number,
): Promise<void> {
  await insertDownload(db, {
    userId: 'userId' in claimant ? claimant.userId : null,
    paymentId: 'paymentId' in claimant ? claimant.paymentId : null,
    scriptId: release.scriptId,
    releaseId: release.id,
    via: claimant.via,
    range: visitor.range?.slice(0, 100) ?? null,
    ip: visitor.ip,
    userAgent: visitor.userAgent?.slice(0, 300) ?? null,
    createdAt: now,
  })
}
