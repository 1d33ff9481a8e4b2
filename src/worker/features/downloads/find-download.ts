import { readDownloadLink } from '../../core/download-link.ts'
import { Problem } from '../../core/problem.ts'
import { commit, type Db, type Write } from '../../db/client.ts'
import { downloads } from '../../db/schema/downloads.ts'
import { findPaymentAccess, findUserAccess } from '../access/find-access.ts'
import { includedRelease } from '../access/rules.ts'
import { type Release, selectReleases } from '../catalogue/read-products.ts'
import { refuseLink } from './rules.ts'

/** Who wants the file: a session, or a link out of a mail. */
export type Claimant = { via: 'session'; userId: number } | { via: 'link'; token: string }

export type Download = {
  release: Release
  via: Claimant['via']
  userId: number | null
  paymentId: number | null
}

/**
 * The release this claimant may have now. Access is asked anew each time, also of a link that is still in date: a
 * refunded purchase opens nothing.
 * @throws Problem 403 no access or altered link, 404 no file (or no such version for them), 410 expired link
 */
export async function findDownload(
  db: Db,
  productId: number,
  version: string | undefined,
  claimant: Claimant,
  linkKey: string,
  now: number,
): Promise<Download> {
  const { access, userId, paymentId } = await accessOf(db, productId, claimant, linkKey, now)
  if (!access) throw new Problem(403, 'You do not have access to this product.')
  const releases = await selectReleases(db, [productId], now)
  const wanted = version === undefined ? releases : releases.filter((release) => release.version === version)
  const release = includedRelease(access, wanted)
  if (release) return { release, via: claimant.via, userId, paymentId }
  if (wanted.length > 0) {
    throw new Problem(
      403,
      'This release came out after your 3 months of updates. Buy the product again to get it.',
    )
  }
  throw new Problem(
    404,
    version === undefined ? 'This product has no file yet.' : 'There is no such version.',
  )
}

async function accessOf(db: Db, productId: number, claimant: Claimant, linkKey: string, now: number) {
  if (claimant.via === 'session') {
    const access = await findUserAccess(db, claimant.userId, productId, now)
    return { access, userId: claimant.userId, paymentId: null }
  }
  const claim = await readDownloadLink(claimant.token, linkKey)
  const refusal = refuseLink(claim, productId, now)
  if (refusal || !claim)
    throw new Problem(refusal?.status ?? 403, refusal?.message ?? 'This link is not valid.')
  const access = await findPaymentAccess(db, claim.paymentId, productId, now)
  return { access, userId: null, paymentId: claim.paymentId }
}

export async function logDownload(
  db: Db,
  download: Download,
  visitor: { range: string | null; ip: string | null; userAgent: string | null },
  now: number,
): Promise<void> {
  const { release, via, userId, paymentId } = download
  const entry: Write = db.insert(downloads).values({
    userId,
    paymentId,
    scriptId: release.scriptId,
    releaseId: release.id,
    via,
    range: visitor.range?.slice(0, 100) ?? null,
    ip: visitor.ip,
    userAgent: visitor.userAgent?.slice(0, 300) ?? null,
    createdAt: now,
  })
  await commit(db, [entry])
}
