import { sql } from 'drizzle-orm'
import type { Db, Write } from '../../../db/client.ts'
import { revokeSubscription } from '../../access/writes.ts'
import { syncLicences } from '../../licences/writes.ts'
import { foldPrepaid } from '../../subscriptions/prepaid-rules.ts'
import { emptyPrepaid, insertPrepaid, movePrepaid } from '../../subscriptions/writes.ts'
import { isReversed, type PaymentState } from '../rules.ts'
import type { Payment } from '../store.ts'
import { listMonths, listPrepaid, prepaidIds } from './store.ts'
import { placeMonth } from './writes.ts'

type Month = Awaited<ReturnType<typeof listMonths>>[number]

type PrepaidSubscription = Awaited<ReturnType<typeof listPrepaid>>[number]

/** Adds a month to the buyer's prepaid subscription, or starts one. The writes follow the payment in its batch. */
export async function addPrepaidMonth(db: Db, payment: Payment, now: number): Promise<Write[]> {
  const { id, userId, email, scriptId, paymentProvider: provider } = payment
  const which = prepaidIds(payment)
  const subscriptions = await listPrepaid(db, which)
  const paid = await monthsOf(db, subscriptions)
  const added = {
    id,
    status: 'completed' as const,
    provider,
    paidAt: now,
    subscriptionId: null,
    start: null,
    end: null,
  }
  const [first] = subscriptions
  if (first) return syncMonths(db, subscriptions, [...paid, added], now)
  const { periods, ...term } = foldPrepaid([{ paymentId: id, paidAt: now, counts: true }])
  const subscriptionId = sql<number>`(select max(id) from subscriptions)`
  return [
    insertPrepaid(db, { userId, email, scriptId, provider }, term, which, now),
    placeMonth(db, id, { subscriptionId, period: periods.get(id) ?? null }),
  ]
}

/** Shortens or extends the subscription of a month that was refunded or restored. No writes for other payments. */
export async function syncPrepaid(
  db: Db,
  { id, subscriptionId }: Payment,
  { status }: PaymentState,
  now: number,
): Promise<Write[]> {
  if (subscriptionId === null) return []
  const subscriptions = (await listPrepaid(db, sql`${subscriptionId}`)).filter(
    (one) => one.stripeSubscriptionId === null,
  )
  const paid = await monthsOf(db, subscriptions)
  const changed = paid.map((month) => (month.id === id ? { ...month, status } : month))
  return syncMonths(db, subscriptions, changed, now)
}

export const monthsOf = async (db: Db, subscriptions: PrepaidSubscription[]) =>
  subscriptions.length === 0
    ? []
    : listMonths(
        db,
        subscriptions.map(({ id }) => id),
      )

/** Moves the months of all subscriptions to the first one, and ends the others. */
export function syncMonths(
  db: Db,
  [kept, ...others]: PrepaidSubscription[],
  months: Month[],
  now: number,
): Write[] {
  if (!kept) return []
  const { periods, ...term } = foldPrepaid(
    months.map(({ id, status, paidAt }) => ({ paymentId: id, paidAt, counts: !isReversed(status) })),
  )
  const latest = months.findLast(({ id }) => periods.has(id))
  const moved = months.filter((month) => {
    const period = periods.get(month.id)
    const isSame = month.start === (period?.start ?? null) && month.end === (period?.end ?? null)
    return month.subscriptionId !== kept.id || !isSame
  })
  return [
    movePrepaid(db, kept, { ...term, provider: latest?.provider ?? kept.provider }, now),
    ...moved.map(({ id }) =>
      placeMonth(db, id, { subscriptionId: kept.id, period: periods.get(id) ?? null }),
    ),
    ...others.flatMap((other) => [
      emptyPrepaid(db, other, now),
      revokeSubscription(db, other.id, now),
      syncLicences(db, sql`(select g.id from user_scripts g where g.subscription_id = ${other.id})`, now),
    ]),
  ]
}
