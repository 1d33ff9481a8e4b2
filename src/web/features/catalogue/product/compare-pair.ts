import type { MyProduct } from '#shared/access/contract.ts'
import { includedRelease } from '#shared/access/rules.ts'
import type { ProductDetail } from '#shared/catalogue/contract.ts'

export type Pair = { from: string; to: string }

/**
 * The two versions that are compared first: the one that this owner gets, and the newest one before it that they may
 * have too. Null where there are no two. `releases`: newest first.
 */
export function comparePair(
  releases: readonly Pick<
    ProductDetail['releases'][number],
    'version' | 'publishedAt' | 'isSecurityUpdate'
  >[],
  { fileVersion, releasedAt, access }: Pick<MyProduct, 'fileVersion' | 'releasedAt' | 'access'>,
): Pair | null {
  if (fileVersion === null || releasedAt === null) return null
  const before = releases
    .filter(({ version, publishedAt }) => version !== fileVersion && publishedAt <= releasedAt)
    .map(({ version, publishedAt, isSecurityUpdate }) => ({
      version,
      publishedAt: Date.parse(publishedAt),
      betaSince: null,
      isBeta: false,
      isSecurityUpdate,
    }))
  const updatesUntil = access.updatesUntil === null ? null : Date.parse(access.updatesUntil)
  const previous = includedRelease({ updatesUntil }, before, 'stable')
  return previous ? { from: previous.version, to: fileVersion } : null
}
