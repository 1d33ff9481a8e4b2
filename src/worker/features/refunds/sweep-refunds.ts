import { logError } from '../../core/log-error.ts'
import { sweepClock } from '../../core/sweep-budget.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { executeRefund, followGiven } from './execute-refund.ts'
import { notifyRefundTrouble } from './notify-refund.ts'
import { ALERT_AFTER_CHECKS } from './rules.ts'
import { findRefund, listDue, listDueOfSecondPayments, type RefundWithPayment } from './store.ts'
import { claimCheck } from './writes.ts'

export const REFUNDS_PER_RUN = 50

/**
 * The scheduled job: executes approved refunds, and checks refunds that a provider has accepted. Stops at the instant
 * `until`. Returns the number of due refunds.
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
      if (status === 'approved') await executeRefund(deps, reference, clock.now())
      else await checkRefund(deps, id, clock.now())
    } catch (error) {
      logError('sweep-refunds', { refund: id, error })
    }
  }
  return due.length
}

/** Executes refunds of second payments right after the event that brought the payment. The sweep retries failures. */
export async function refundSecondPayments(deps: ShopDeps, now: number): Promise<void> {
  for (const { reference } of await listDueOfSecondPayments(deps.db, now))
    await executeRefund(deps, reference, now)
}

async function checkRefund(deps: ShopDeps, id: number, now: number) {
  const found = await findRefund(deps.db, id)
  if (!found) return
  const claimed = await claimCheck(deps.db, id, now)
  if (claimed.length === 0) return
  if (found.refund.attempts === ALERT_AFTER_CHECKS) await notifySlowRefund(deps, found, now)
  await followGiven(deps, found, now)
}

async function notifySlowRefund(deps: ShopDeps, found: RefundWithPayment, now: number) {
  const reason = `The provider accepted it ${ALERT_AFTER_CHECKS} days ago and has still not completed it.`
  await commitAndDispatch(deps, notifyRefundTrouble(deps, found, { what: 'uncounted', reason }, now), now)
}
