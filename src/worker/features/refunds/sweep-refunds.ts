import { describeError } from '../../core/describe-error.ts'
import { MINUTE } from '../../core/time.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { followGiven, giveBack } from './give-back.ts'
import { findRefund, listDue } from './store.ts'

const SWEEP_BUDGET_MS = 4 * MINUTE

/** The cron's part: refunds that were decided and are not done, and those a provider works on. Returns how many it tried. */
export async function sweepRefunds(deps: ShopDeps, now: number, limit = 50): Promise<number> {
  const began = Date.now()
  const due = await listDue(deps.db, now, limit)
  for (const { id, reference, status } of due) {
    if (Date.now() - began > SWEEP_BUDGET_MS) break
    try {
      if (status === 'approved') await giveBack(deps, reference, now)
      else await lookAt(deps, id, now)
    } catch (error) {
      console.error(JSON.stringify({ at: 'sweep-refunds', refund: id, error: describeError(error) }))
    }
  }
  return due.length
}

async function lookAt(deps: ShopDeps, id: number, now: number) {
  const found = await findRefund(deps.db, id)
  if (found) await followGiven(deps, found, found.refund.claimUrl, now)
}
