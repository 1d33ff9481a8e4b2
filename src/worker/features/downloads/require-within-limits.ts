import { limitReached } from '#shared/downloads/limit-rules.ts'
import { Problem } from '../../core/problem.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import type { Download } from './find-download.ts'
import { notifyLimits } from './notify-limits.ts'
import { whyLimited } from './rules.ts'

/**
 * Refuses a download beyond the limits of its purchase, and notifies the owner.
 * @throws Problem 429
 */
export async function requireWithinLimits(
  deps: CoreDeps,
  { release, claimant, hasAccount, counted }: Download,
  network: string | null,
  now: number,
): Promise<void> {
  const reached = limitReached(counted, { network, releaseId: release.id }, now)
  if (!reached) return
  await notifyLimits(deps, claimant, [{ productId: release.scriptId, reached }], now)
  throw new Problem(429, whyLimited(reached, hasAccount, deps.config.supportEmail), {
    retryAfterSeconds: Math.ceil((reached.worksAgainAt - now) / 1000),
  })
}
