import { logError } from '../../../core/log-error.ts'
import { commit } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { stopForUpgrade } from '../../subscriptions/change-renewal.ts'
import { findUnended, listNeedlessTrials, listUnended } from './store.ts'
import { markUpgradeEnded } from './writes.ts'

const PER_RUN = 50

/**
 * Stops the renewal of the subscription that a paid upgrade replaces, at its provider, once: a subscription that its owner
 * resumes later stays resumed. Its paid time runs to its end, so that a refund of the upgrade leaves what was paid before.
 * @throws ProviderDown; Problem 409
 */
export async function endUpgraded(deps: ShopDeps, paymentId: number, now: number): Promise<void> {
  const [found] = await findUnended(deps.db, paymentId)
  if (!found || found.subscriptionId === null) return
  await stopForUpgrade(deps, found.subscriptionId, now)
  await commit(deps.db, [markUpgradeEnded(deps.db, paymentId, now)])
}

/** The scheduled job: repeats what failed or was interrupted, and stops needless trials. Ends at the instant `until`. */
export async function sweepUpgrades(deps: ShopDeps, now: number, until: number): Promise<void> {
  // Trial days are not credited, so these purchases are no upgrades: Lifetime includes what the trial would charge for.
  for (const { id } of await listNeedlessTrials(deps.db, now, PER_RUN)) {
    if (Date.now() >= until) return
    await stopForUpgrade(deps, id, now).catch((error: unknown) =>
      logError('end-upgraded', { subscription: id, error }),
    )
  }
  for (const { id } of await listUnended(deps.db, now, PER_RUN)) {
    if (Date.now() >= until) return
    await endUpgraded(deps, id, now).catch((error: unknown) =>
      logError('end-upgraded', { payment: id, error }),
    )
  }
}
