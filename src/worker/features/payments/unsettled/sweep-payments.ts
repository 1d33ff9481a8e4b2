import { sweepClock } from '../../../core/sweep-budget.ts'
import { commit } from '../../../db/client.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { adoptUnappliedRefunds } from '../balance/writes.ts'
import type { Settled } from '../settlement/rules.ts'
import { checkOpenPayment } from './check-open-payment.ts'
import { listDue } from './store.ts'
import { adoptStrays } from './writes.ts'

/** The number of payments that are checked at the same time. */
const AT_ONCE = 5

export const PAYMENTS_PER_RUN = 200

/**
 * The scheduled job: checks every open payment that is due, until the instant `until`. A payment that fails or hangs
 * does not delay the others.
 */
export async function sweepPayments(
  deps: ShopDeps,
  now: number,
  limit = PAYMENTS_PER_RUN,
  until?: number,
): Promise<Record<Settled['outcome'], number>> {
  const tally = { settled: 0, changed: 0, held: 0, closed: 0, flagged: 0, ignored: 0 }
  const clock = sweepClock(now, until)
  await commit(deps.db, [adoptStrays(deps.db, now), adoptUnappliedRefunds(deps.db, now)])
  const queue = await listDue(deps.db, now, limit)
  const work = async () => {
    for (let due = queue.shift(); due && !clock.isOver(); due = queue.shift()) {
      tally[(await checkOpenPayment(deps, due, 'sweep', clock.now())).outcome] += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return tally
}
