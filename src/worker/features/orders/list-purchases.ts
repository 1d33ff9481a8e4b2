import type { Order } from '#shared/orders/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import type { OrderCursor } from './order-cursor-rules.ts'
import { readWanted } from './purchase-store.ts'
import { goingOn, type OrderFilter, pageOf, wantsOf } from './search-rules.ts'
import { toOrder } from './views.ts'

export type OrderPage = { limit: number; cursor?: OrderCursor | undefined }

/** One page of orders. A search uses its first reading with results. @throws Problem 400 on another list's cursor */
export async function listPurchases(
  db: Db,
  filter: OrderFilter,
  page: OrderPage,
): Promise<{ rows: Order[]; nextCursor: string | null }> {
  const wants = goingOn(wantsOf(filter), page.cursor)
  if (wants.length === 0 && page.cursor) throw new Problem(400, 'This is not a valid cursor.')
  const { rows, nextCursor } = pageOf(wants, await readWanted(db, wants, page), page.limit)
  return { rows: rows.map(toOrder), nextCursor }
}
