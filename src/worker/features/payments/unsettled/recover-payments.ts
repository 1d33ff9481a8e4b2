import { clockFrom } from '../../../core/clock-from.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { allProviders } from '../../../providers/payment-providers.ts'
import type { PaymentWithProduct } from '../store.ts'
import { checkOpenPayment } from './check-open-payment.ts'
import { countUnsettled, listUnsettled } from './store.ts'
import { type Waiting, waitingOf } from './waiting-rules.ts'

export type Unsettled = PaymentWithProduct & { waiting: Waiting }

/** The payments that are not final, newest first, each with the reason why it waits; one row more than the page. */
export async function listWaiting(
  { db, providers }: ShopDeps,
  page: { limit: number; cursor?: number | undefined },
): Promise<{ count: number; rows: Unsettled[] }> {
  const names = allProviders(providers).map(({ name }) => name)
  const found = await listUnsettled(db, page)
  const rows = found.flatMap((row) => {
    const waiting = waitingOf(row.payment, row.wasClosedAsRefunded === 1, names)
    return waiting ? [{ ...row, waiting }] : []
  })
  // Beyond the last page there is no row that has the count.
  return { count: found[0]?.count ?? (page.cursor === undefined ? 0 : await countUnsettled(db)), rows }
}

export type Recovery = {
  checked: number
  recovered: number
  /** Closed unpaid, or newly flagged for a person. */
  ended: number
  failed: number
  nextCursor: number | null
}

/** The number of payments that are checked at the same time. */
const AT_ONCE = 5

/**
 * Asks the providers now about a page of the payments that are not final, also before their next check is due.
 * `recovered` counts the payments that turned out to be paid, `failed` those whose check failed.
 */
export async function recoverPayments(
  deps: ShopDeps,
  page: { limit: number; cursor?: number | undefined },
  now: number,
): Promise<Recovery> {
  const found = await listUnsettled(deps.db, page)
  const portion = found.slice(0, page.limit)
  const queue = [...portion]
  const recovery: Recovery = {
    checked: portion.length,
    recovered: 0,
    ended: 0,
    failed: 0,
    nextCursor: null,
  }
  const clock = clockFrom(now)
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { outcome, reason } = await checkOpenPayment(deps, next, 'admin', clock())
      if (outcome === 'settled' || outcome === 'changed') recovery.recovered += 1
      // A payment that was flagged before is not counted again.
      const isNewlyFlagged = outcome === 'flagged' && next.payment.flaggedReason === null
      if (outcome === 'closed' || isNewlyFlagged) recovery.ended += 1
      if (reason === 'failed') recovery.failed += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (found.length > page.limit) recovery.nextCursor = portion.at(-1)?.payment.id ?? null
  return recovery
}
