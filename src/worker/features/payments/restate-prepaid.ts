import { sql } from 'drizzle-orm'
import { commit, type Db, refusedBy, type Write } from '../../db/client.ts'
import { restateGrant, revokeSubscription } from '../access/writes.ts'
import { restateLicence, restateLicences } from '../licences/writes.ts'
import { foldPrepaid, REMIND_BEFORE_MS } from '../subscriptions/prepaid-rules.ts'
import { emptyPrepaid, insertPrepaid, movePrepaid } from '../subscriptions/writes.ts'
import { isReversed, type Standing } from './rules.ts'
import type { Payment } from './store.ts'
import { listDuplicatePrepaid, listMonths, listPrepaid, type PrepaidOwner, prepaidIds } from './term-store.ts'
import { placeMonth } from './writes.ts'

type Month = Awaited<ReturnType<typeof listMonths>>[number]
type Held = Awaited<ReturnType<typeof listPrepaid>>[number]

/** One more month for its buyer: of the subscription that is there, else of a new one. Follows the payment in its batch. */
export async function addPrepaid(db: Db, payment: Payment, now: number): Promise<Write[]> {
  const { id, userId, email, scriptId, paymentProvider: provider } = payment
  const which = prepaidIds(payment)
  const held = await listPrepaid(db, which)
  const paid = await monthsOf(db, held)
  const added = {
    id,
    status: 'completed' as const,
    provider,
    paidAt: now,
    subscriptionId: null,
    start: null,
    end: null,
  }
  const [first] = held
  if (first) return restate(db, held, [...paid, added], now)
  const { periods, ...term } = foldPrepaid([{ paymentId: id, paidAt: now, counts: true }])
  const subscriptionId = sql<number>`(select max(id) from subscriptions)`
  return [
    insertPrepaid(db, { userId, email, scriptId, provider }, term, which, now),
    placeMonth(db, id, { subscriptionId, period: periods.get(id) ?? null }),
  ]
}

/** A month whose money went back, or came again, shortens or lengthens its subscription. Nothing for other payments. */
export async function restatePrepaid(
  db: Db,
  { id, subscriptionId }: Payment,
  { status }: Standing,
  now: number,
): Promise<Write[]> {
  if (subscriptionId === null) return []
  const held = (await listPrepaid(db, sql`${subscriptionId}`)).filter(
    (one) => one.stripeSubscriptionId === null,
  )
  const paid = await monthsOf(db, held)
  const changed = paid.map((month) => (month.id === id ? { ...month, status } : month))
  return restate(db, held, changed, now)
}

/**
 * Purchases without an account that were attached to one leave it with two prepaid subscriptions running side by side:
 * their months become one row of months, before one of them would end. Safe to repeat; a race is left to the next time.
 */
export async function sweepDuplicatePrepaid(db: Db, now: number): Promise<number> {
  const duplicates = await listDuplicatePrepaid(db, now + 2 * REMIND_BEFORE_MS, 50)
  for (const { userId, scriptId } of duplicates) {
    if (userId !== null) await mergePrepaid(db, { userId, email: null, scriptId }, now)
  }
  return duplicates.length
}

async function mergePrepaid(db: Db, owner: PrepaidOwner, now: number): Promise<void> {
  const held = await listPrepaid(db, prepaidIds(owner))
  if (held.length < 2) return
  const months = await monthsOf(db, held)
  const latest = months.at(-1)
  try {
    await commit(db, [
      ...restate(db, held, months, now),
      // What the first gives may have ended with the refund of all its own months.
      ...(latest ? [...restateGrant(db, latest.id, now), ...restateLicence(db, latest.id, now)] : []),
    ])
  } catch (error) {
    if (!refusedBy(error, 'subscriptions', 'revision')) throw error
  }
}

const monthsOf = async (db: Db, held: Held[]) =>
  held.length === 0
    ? []
    : listMonths(
        db,
        held.map(({ id }) => id),
      )

/** The first takes the months of all. */
function restate(db: Db, [kept, ...others]: Held[], months: Month[], now: number): Write[] {
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
      restateLicences(db, sql`(select g.id from user_scripts g where g.subscription_id = ${other.id})`, now),
    ]),
  ]
}
