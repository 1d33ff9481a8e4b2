import type { SQL } from 'drizzle-orm'
import { type Access, accessTo, channelOf, includedRelease } from '#shared/access/rules.ts'
import type { CountedDownload } from '#shared/downloads/limit-rules.ts'
import { Problem } from '../../core/problem.ts'
import type { SigningKeys } from '../../core/signed-text.ts'
import type { UserId } from '../../db/account-batch.ts'
import type { Db } from '../../db/client.ts'
import {
  selectAccountHoldings,
  selectChannels,
  selectOwnChannels,
  selectPaymentHoldings,
  selectUserHoldings,
} from '../access/find-access.ts'
import { type Release, selectReleases } from '../catalogue/read-products.ts'
import { LINK_LIFETIME_MS, linkPath, readDownloadLink, signDownloadLink } from '../email/download-link.ts'
import type { LinkHolder } from '../email/mail-rules.ts'
import { checkLink, type Visitor, whyWithdrawn } from './rules.ts'
import { selectCounted, selectLastId, selectWithdrawn } from './store.ts'

/** The holder of the checked access: a session's user, or the purchase or account that a link was signed for. */
export type Claimant =
  | { via: 'session'; userId: number }
  /** `onOrderPage`: a guest on the page of the order, instead of a mailed link. `issuedAt`: epoch milliseconds. After a database restore, a later payment or account may have the same id. */
  | ({ via: 'link'; issuedAt: number; onOrderPage?: true } & LinkHolder)

/** A claimant in a statement: SQL may find the account of a session. */
export type ClaimantIn = Claimant | { via: 'session'; userId: UserId }

export type Download = {
  release: Release
  claimant: Claimant
  access: Access
  /** False for a guest purchase. */
  hasAccount: boolean
  /** The downloads of the same purchase that its limits count, up to the download with this id. */
  counted: CountedDownload[]
  lastId: number
}

/**
 * The claimant of a link, its product, and the version that the link opens: null for the newest one. `productId` is the
 * product that the address names; null: the address names none.
 * @throws Problem 403 where the link is not ours, was altered or is for another product; 410 where it has expired.
 */
export async function readLink(token: string, productId: number | null, keys: SigningKeys, now: number) {
  const claim = await readDownloadLink(token, keys)
  const checked = checkLink(claim, productId ?? claim?.productId ?? 0, now)
  if (!checked.ok) {
    throw new Problem(checked.status, checked.message, {
      ...(claim === null && { event: { kind: 'key_wrong', detail: 'download link' } }),
    })
  }
  const { holder, productId: opens, version, expiresAt } = checked
  const claimant = { via: 'link' as const, ...holder, issuedAt: expiresAt - LINK_LIFETIME_MS }
  return { claimant, productId: opens, version }
}

/** A link has its own: a thief uses up none of the requests of its owner, or of a link that was sent later. */
export function bucketOf(claimant: Claimant, productId: number): string {
  const who = 'userId' in claimant ? `user:${claimant.userId}` : `payment:${claimant.paymentId}`
  return claimant.via === 'session' ? who : `link:${who}:${productId}:${claimant.issuedAt}`
}

/**
 * The release that this claimant may download now: a named version, or the newest one of the account's channel. A guest
 * has no account, so no beta version without its name. Access is checked each time, also for a link that has not expired: a
 * refunded purchase opens nothing. One round trip. `linkKey` signs the link to a good version where the wanted one was
 * withdrawn.
 * @throws Problem 403 no access, 404 no file (or no such version), 410 the link was ended, or the version was withdrawn
 */
export async function findDownload(
  db: Db,
  productId: number,
  version: string | undefined,
  claimant: Claimant,
  linkKey: string,
  now: number,
): Promise<Download> {
  const [ownedGrants, releases, [withdrawn], counted, [last], choices] = await db.batch([
    ownedGrantsOf(db, claimant),
    selectReleases(db, [productId], now),
    selectWithdrawn(db, productId, version ?? ''),
    selectCounted(db, claimant, productId, now),
    selectLastId(db),
    selectChannels(db, 'userId' in claimant ? [claimant.userId] : [], [productId]),
  ])
  if (claimant.via === 'link' && ownedGrants.some((grant) => isEnded(grant, claimant.issuedAt))) {
    throw new Problem(
      410,
      ownedGrants.every(({ userId }) => userId === null)
        ? 'This download link no longer works: the email address of its order was corrected. The new link is in the email to that address.'
        : 'This download link no longer works: the password of its account was changed, or its owner locked the account down. Log in to download your file, or ask for a new link.',
    )
  }
  const access = accessTo(productId, ownedGrants, now)
  if (!access) throw new Problem(403, 'You do not have access to this product.')
  const wanted = version === undefined ? releases : releases.filter((release) => release.version === version)
  // Asking for a version by its name chooses it, also a beta version.
  const channel = version === undefined ? channelOf(choices, productId) : 'beta'
  const release = includedRelease(access, wanted, channel)
  const hasAccount = 'userId' in claimant || ownedGrants.some(({ userId }) => userId !== null)
  if (release) return { release, claimant, access, hasAccount, counted, lastId: last?.id ?? 0 }
  if (wanted.some(({ isBeta }) => version !== undefined || !isBeta)) {
    throw new Problem(
      403,
      'This release came out after your 3 months of updates. Buy the product again to get it.',
    )
  }
  if (withdrawn && version !== undefined) {
    const good = includedRelease(access, releases, channelOf(choices, productId))
    throw new Problem(410, whyWithdrawn(version, withdrawn, good?.version ?? null), {
      link: good && {
        label: `Download version ${good.version}`,
        url: await goodUrl(good, claimant, linkKey),
      },
    })
  }
  throw new Problem(
    404,
    version === undefined
      ? 'This product has no file to download at the moment.'
      : 'There is no such version to download.',
  )
}

/** Only the grants that a link opens have `linksValidFrom`. */
type Opened = { grantId: number; linksValidFrom?: number | null }

const isEnded = ({ linksValidFrom }: Opened, issuedAt: number): boolean => issuedAt < (linksValidFrom ?? 0)

/** The address of a good version, for the same claimant: a link's has the lifetime of that link. */
async function goodUrl(
  { scriptId: productId, version }: Release,
  claimant: Claimant,
  linkKey: string,
): Promise<string> {
  if (claimant.via === 'session') {
    return `/api/download/file/${productId}?version=${encodeURIComponent(version)}`
  }
  const holder = 'paymentId' in claimant ? { paymentId: claimant.paymentId } : { userId: claimant.userId }
  const expiresAt = claimant.issuedAt + LINK_LIFETIME_MS
  return linkPath(await signDownloadLink({ ...holder, productId, version, expiresAt }, linkKey))
}

/**
 * What `offeredRelease` decides from, as statements of one batch. `product`: an SQL query of the product's id.
 */
export const selectOffered = (db: Db, product: SQL, claimant: ClaimantIn, now: number) =>
  [
    ownedGrantsOf(db, claimant),
    selectReleases(db, product, now),
    'userId' in claimant ? selectOwnChannels(db, claimant.userId) : selectChannels(db, []),
  ] as const

type Rows<Statement extends PromiseLike<unknown>> = Awaited<Statement>
type Offered = ReturnType<typeof selectOffered>

/** The newest release that this claimant may download, as `findDownload` finds it; null: there is none. */
export function offeredRelease(
  productId: number,
  ownedGrants: Rows<Offered[0]>,
  releases: Rows<Offered[1]>,
  choices: Rows<Offered[2]>,
  now: number,
): Release | null {
  const access = accessTo(productId, ownedGrants, now)
  return access && (includedRelease(access, releases, channelOf(choices, productId)) ?? null)
}

function ownedGrantsOf(db: Db, claimant: ClaimantIn) {
  if ('paymentId' in claimant) return selectPaymentHoldings(db, claimant.paymentId, claimant.issuedAt)
  // A session exists for open accounts only; for a link the account must be checked.
  return claimant.via === 'session'
    ? selectUserHoldings(db, claimant.userId)
    : selectAccountHoldings(db, claimant.userId, claimant.issuedAt)
}

type Logged = Pick<Download, 'release' | 'claimant'>

/** The row of a download in the log. */
export const rowOf = ({ release, claimant }: Logged, visitor: Visitor, now: number) => ({
  userId: 'userId' in claimant ? claimant.userId : null,
  paymentId: 'paymentId' in claimant ? claimant.paymentId : null,
  scriptId: release.scriptId,
  releaseId: release.id,
  via: claimant.via,
  onOrderPage: claimant.via === 'link' && claimant.onOrderPage === true,
  range: visitor.range?.slice(0, 100) ?? null,
  ip: visitor.ip,
  network: visitor.network,
  userAgent: visitor.userAgent?.slice(0, 300) ?? null,
  createdAt: now,
})
