import { toIso } from '#shared/core/time.ts'
import type { ListedSubscription, SubscriptionDetail } from '#shared/orders/contract.ts'
import type { SubscriptionStatus } from '#shared/subscriptions/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import type { OrderPage } from './list-purchases.ts'
import { writeCursor } from './order-cursor-rules.ts'
import { type Dashboards, subscriptionUrl } from './provider-url-rules.ts'
import { goingOn, pageOf, subscriptionWantsOf } from './search-rules.ts'
import { readOneSubscription, readSubscriptions } from './subscription-store.ts'
import { inOrder, ofAudit } from './timeline-rules.ts'
import { toListedSubscription, toOrder } from './views.ts'

type Filter = {
  status?: SubscriptionStatus | undefined
  user?: number | undefined
  q?: string | undefined
}

/** One page of subscriptions, as `listPurchases` reads orders. @throws Problem 400 on another list's cursor */
export async function listSubscriptions(
  db: Db,
  filter: Filter,
  page: OrderPage,
): Promise<{ rows: ListedSubscription[]; nextCursor: string | null }> {
  const wants = goingOn(subscriptionWantsOf(filter), page.cursor)
  if (wants.length === 0 && page.cursor) throw new Problem(400, 'This is not a valid cursor.')
  const { rows, nextCursor } = pageOf(wants, await readSubscriptions(db, wants, page), page.limit)
  return { rows: rows.map(toListedSubscription), nextCursor }
}

/** One subscription with a page of its payments. @throws Problem 404 */
export async function readSubscription(
  db: Db,
  id: number,
  page: OrderPage,
  at: Dashboards,
): Promise<{ data: SubscriptionDetail; nextCursor: string | null }> {
  const found = await readOneSubscription(db, id, page)
  if (!found) throw new Problem(404, 'There is no such subscription.')
  const { row, orders, audit } = found
  const shown = orders.slice(0, page.limit)
  const last = orders.length > page.limit ? shown.at(-1) : undefined
  const data = {
    ...toListedSubscription(row),
    currentPeriodStart: toIso(row.currentPeriodStart),
    currentPeriodEnd: toIso(row.currentPeriodEnd),
    providerUrl: subscriptionUrl(row.stripeSubscriptionId, at),
    payments: shown.map(toOrder),
    history: inOrder(audit.map(ofAudit)),
  }
  return { data, nextCursor: last ? writeCursor('id', last) : null }
}
