import { LIMIT_DAYS } from '#shared/core/download-limits.ts'
import { formatMoment } from '#shared/core/format-day.ts'
import { type LimitReached, limitReached, requestsFreeAt } from '#shared/downloads/limit-rules.ts'
import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { fileVault } from '../../providers/file-vault.ts'
import { findAllIncluded, type Included } from '../access/find-all-included.ts'
import { reportDamage } from '../releases/damaged-file.ts'
import type { LeftOut } from './archive-rules.ts'
import { notifyLimits } from './notify-limits.ts'
import { whyLimited } from './rules.ts'
import { countAgain } from './store.ts'

export type AllFiles = Awaited<ReturnType<typeof countAgain>> & { files: Included[]; left: LeftOut[] }

/**
 * The current file of every product of this user. A file that is damaged or missing, or whose limit is reached, is left
 * out with the reason, so that it keeps nobody from the others. Two round trips, and one request to the file store for
 * each file.
 * @throws Problem 404 no product has a file, 429 every limit is reached or there were too many requests, 503 no file is available, or the store is down
 */
export async function findAllFiles(
  deps: CoreDeps,
  userId: number,
  network: string | null,
  now: number,
): Promise<AllFiles> {
  const [included, { counted, lastId }] = await Promise.all([
    findAllIncluded(deps.db, userId, now),
    countAgain(deps.db, { userId }, undefined, now),
  ])
  if (included.length === 0) throw new Problem(404, 'You have no files to download at the moment.')
  const freeAt = requestsFreeAt(counted, now)
  // More requests may be missing in `counted`: then the limit of each product is not known.
  if (freeAt !== null) throw tooManyRequests(freeAt, now)
  const limits = included.map(({ release }) =>
    limitReached(
      counted.filter(({ scriptId }) => scriptId === release.scriptId),
      { network, releaseId: release.id },
      now,
    ),
  )
  const isThere = await Promise.all(
    included.map(async ({ release }, index) => !limits[index] && (await isStored(deps, release, now))),
  )
  const left = included.flatMap((one, index): LeftOut[] =>
    isThere[index] ? [] : [leftOut(one, limits[index] ? 'limit' : 'unavailable')],
  )
  const limited = included.flatMap(({ product }, index) => {
    const reached = limits[index]
    return reached ? [{ productId: product.id, reached }] : []
  })
  await notifyLimits(deps, { userId }, limited, now)
  const files = included.filter((_, index) => isThere[index])
  if (files.length === 0) throw nothingLeft(limits, deps.config.supportEmail, now)
  return { files, left, counted, lastId }
}

const leftOut = ({ product, release }: Included, reason: LeftOut['reason']): LeftOut => ({
  productName: product.name,
  version: release.version,
  reason,
})

async function isStored(deps: CoreDeps, release: Included['release'], now: number): Promise<boolean> {
  if (release.damagedAt !== null) return false
  const size = await fileVault(deps.env.FILES)
    .size(release.scriptPath)
    .catch((error: unknown) => {
      logError('download-all', { release: release.id, error })
      throw new Problem(503, 'The file store is not answering. Please try again in a moment.')
    })
  if (size === release.fileSize) return true
  await reportDamage(deps, release, now)
  return false
}

const tooManyRequests = (freeAt: number, now: number): Problem =>
  new Problem(
    429,
    `Your files were requested too often within ${LIMIT_DAYS} days to send all at once. Download them one by one, or all at once again from ${formatMoment(freeAt)}.`,
    { retryAfterSeconds: Math.ceil((freeAt - now) / 1000) },
  )

function nothingLeft(limits: (LimitReached | null)[], supportEmail: string, now: number): Problem {
  const [reached] = limits.filter((limit) => limit !== null)
  if (!reached) {
    return new Problem(
      503,
      'Your files are temporarily unavailable. Your purchases are safe; please try again shortly.',
    )
  }
  const retryAfterSeconds = Math.ceil((reached.worksAgainAt - now) / 1000)
  return new Problem(429, whyLimited(reached, true, supportEmail), { retryAfterSeconds })
}
