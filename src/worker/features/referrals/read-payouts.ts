import { toUsd } from '#shared/core/money.ts'
import type { OpenPayouts, Payout, PayoutStatus } from '#shared/referrals/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import { toPage } from '../../http/paging.ts'
import { findPayout, listPayouts, sumOpen } from './store.ts'
import { toPayout } from './views.ts'

/** A page of payouts. The first page of the open ones has the sum of all open payouts too. One round trip. */
export async function readPayouts(
  db: Db,
  { status, ...page }: { status: PayoutStatus; limit: number; cursor?: number | undefined },
  now: number,
): Promise<{ data: Payout[]; nextCursor: number | null; open: OpenPayouts | null }> {
  const summed = status === 'open' && page.cursor === undefined
  const [found, [sum] = []] = summed
    ? await db.batch([listPayouts(db, status, page), sumOpen(db)])
    : await db.batch([listPayouts(db, status, page)])
  const { rows: data, nextCursor } = toPage(
    found.map((one) => toPayout(one, now)),
    page.limit,
  )
  return {
    data,
    nextCursor,
    open: sum ? { count: sum.count, total: toUsd(sum.totalCents), withoutAddress: sum.withoutAddress } : null,
  }
}

/** @throws Problem 404 */
export async function readPayout(db: Db, id: number, now: number): Promise<Payout> {
  const [found] = await findPayout(db, id)
  if (!found) throw new Problem(404, 'There is no such payout.')
  return toPayout(found, now)
}
