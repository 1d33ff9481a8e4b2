import { describeError } from '../../core/describe-error.ts'
import { sweepClock } from '../../core/sweep-budget.ts'
import { commit } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import { followGiven, giveBack } from './give-back.ts'
import { notifyRefundTrouble } from './notify-refund.ts'
import { TELL_AFTER_LOOKS } from './rules.ts'
import { findRefund, listDue, type RefundWithPayment } from './store.ts'
import { claimLook } from './writes.ts'

export const REFUNDS_PER_RUN = 50

/**
 * The cron's part: refunds that were decided and are not done, and those a provider works on, until the instant `until`.
 * Returns how many were due.
 */
export async function sweepRefunds(
  deps: ShopDeps,
  now: number,
  limit = REFUNDS_PER_RUN,
  until?: number,
): Promise<number> {
  const clock = sweepClock(now, until)
  const due = await listDue(deps.db, now, limit)
  for (const { id, reference, status } of due) {
    if (clock.isOver()) break
    try {
      if (status === 'approved') await giveBack(deps, reference, clock.now())
      else await lookAt(deps, id, clock.now())
    } catch (error) {
      console.error(JSON.stringify({ at: 'sweep-refunds', refund: id, error: describeError(error) }))
    }
  }
  return due.length
}

async function lookAt(deps: ShopDeps, id: number, now: number) {
  const found = await findRefund(deps.db, id)
  if (!found) return
  await commit(deps.db, [claimLook(deps.db, id, now)])
  if (found.refund.attempts === TELL_AFTER_LOOKS) await notifySlowRefund(deps, found, now)
  await followGiven(deps, found, now)
}

async function notifySlowRefund(deps: ShopDeps, found: RefundWithPayment, now: number) {
  const reason = `Its provider took it ${TELL_AFTER_LOOKS} days ago, and still does not count it.`
  const { writes, outboxKeys } = notifyRefundTrouble(deps, found, { what: 'uncounted', reason }, now)
  await commit(deps.db, writes)
  deps.later(dispatchKeys(deps.env, deps.db, outboxKeys, now))
}
