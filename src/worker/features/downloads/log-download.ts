import { MOST_NETWORKS } from '#shared/core/download-limits.ts'
import { continuesDownload } from '#shared/downloads/limit-rules.ts'
import { Problem } from '../../core/problem.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import type { AllFiles } from './find-all-files.ts'
import { type Download, rowOf } from './find-download.ts'
import { requireWithinLimits } from './require-within-limits.ts'
import type { Visitor } from './rules.ts'
import { countAgain } from './store.ts'
import { insertDownload, insertDownloadAfter } from './writes.ts'

/** Of requests at once from new networks, one is logged in each round, until the limit is reached. */
export const MAX_ATTEMPTS = MOST_NETWORKS + 5

/**
 * Logs the downloads of one archive of all files, whose limits were checked: all of them, or none. Returns false where
 * others of the same purchases began since the check. One round trip.
 */
export async function logTogether(
  db: Db,
  userId: number,
  { files, counted, lastId }: Pick<AllFiles, 'files' | 'counted' | 'lastId'>,
  visitor: Visitor,
  now: number,
): Promise<boolean> {
  const writes = files.map(({ release }) => {
    const entry = rowOf({ release, claimant: { via: 'session', userId } }, visitor, now)
    const request = { network: visitor.network, releaseId: release.id }
    return continuesDownload(counted, request, now)
      ? insertDownload(db, entry)
      : insertDownloadAfter(db, { userId }, entry, lastId)
  })
  try {
    await commit(db, writes)
    return true
  } catch (error) {
    if (!refusedBy(error, 'downloads', 'via')) throw error
    return false
  }
}

/**
 * Logs a download whose limits were checked. Where others of the same purchase began since the check, it is checked
 * again with them, so that requests at once exceed no limit.
 * @throws Problem 429 a limit is reached, 503 others begin all the time
 */
export async function logDownload(deps: CoreDeps, checked: Download, visitor: Visitor): Promise<void> {
  const { db } = deps
  const { release, claimant } = checked
  let download = checked
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const now = Date.now()
    const request = { network: visitor.network, releaseId: release.id }
    if (continuesDownload(download.counted, request, now)) {
      await insertDownload(db, rowOf(download, visitor, now))
      return
    }
    try {
      await insertDownloadAfter(db, claimant, rowOf(download, visitor, now), download.lastId)
      return
    } catch (error) {
      if (!refusedBy(error, 'downloads', 'via')) throw error
    }
    download = { ...download, ...(await countAgain(db, claimant, release.scriptId, now)) }
    await requireWithinLimits(deps, download, visitor.network, now)
  }
  throw tooBusy()
}

export const tooBusy = () =>
  new Problem(503, 'This file is requested too often at the moment. Please try again shortly.', {
    retryAfterSeconds: 5,
  })
