import { describeError } from '../../core/describe-error.ts'
import { sweepClock } from '../../core/sweep-budget.ts'
import { SECOND } from '../../core/time.ts'
import { commit } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { sweepReturn } from './give-back.ts'
import { adoptReturns } from './part-writes.ts'
import { remind } from './remind.ts'
import { isCrypto, ORPHAN_AFTER_MS, wasMade } from './rules.ts'
import { settleFree } from './settle-free.ts'
import { type Settled, settlePayment } from './settle-payment.ts'
import { findOwnPayment, listDue, type Payment, type PaymentSeen, type PaymentWithProduct } from './store.ts'
import { type Source, writeClose } from './write-settlement.ts'
import { adoptStrays, claimCheck, endChecks, scheduleCheck } from './writes.ts'

/** Pages poll every second or two; the provider is asked no more often than this. */
const MINIMUM_INTERVAL_MS = 1.5 * SECOND

/**
 * The buyer's own payment, asked at the provider first while it is open: the return from the payment page settles it
 * when no webhook has come. The provider being down only means that the answer is as old as our row.
 */
export async function checkOwnPayment(
  deps: ShopDeps,
  userId: number,
  reference: number | string,
  now: number,
): Promise<PaymentSeen | undefined> {
  const found = await findOwnPayment(deps.db, userId, reference)
  if (!found || !isAwaited(found.payment) || found.payment.paymentId === null) return found
  const [claimed] = await claimCheck(deps.db, found.payment.id, now, MINIMUM_INTERVAL_MS)
  if (!claimed) return found
  try {
    await settlePayment(deps, found, found.payment.paymentId, 'return', now)
  } catch (error) {
    console.error(
      JSON.stringify({ at: 'check-payment', payment: found.payment.id, error: describeError(error) }),
    )
    return found
  }
  return findOwnPayment(deps.db, userId, found.payment.id)
}

/** Money may come any moment: for an open checkout, or for the rest of one that was paid in part. */
const isAwaited = ({ status, receivedCents }: Payment) =>
  status === 'pending' || (!wasMade(status) && receivedCents > 0)

/** So many providers' answers are waited for at once. */
const AT_ONCE = 5

export const PAYMENTS_PER_RUN = 200

/**
 * The cron's part: every open payment whose turn it is, until the instant `until`. One that fails or hangs does not hold up
 * the others.
 */
export async function sweepPayments(
  deps: ShopDeps,
  now: number,
  limit = PAYMENTS_PER_RUN,
  until?: number,
): Promise<Record<Settled['outcome'], number>> {
  const tally = { settled: 0, changed: 0, held: 0, closed: 0, flagged: 0, ignored: 0 }
  const clock = sweepClock(now, until)
  await commit(deps.db, [adoptStrays(deps.db, now), adoptReturns(deps.db, now)])
  const queue = await listDue(deps.db, now, limit)
  const work = async () => {
    for (let due = queue.shift(); due && !clock.isOver(); due = queue.shift()) {
      tally[(await checkOpen(deps, due, 'sweep', clock.now())).outcome] += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return tally
}

/** One payment that is not final, whoever wants to know; a failure is its outcome, and it is asked about again later. */
export async function checkOpen(
  deps: ShopDeps,
  due: PaymentWithProduct,
  source: Source,
  now: number,
): Promise<Settled> {
  const { payment } = due
  try {
    if (payment.paymentProvider === 'free') return await sweepFree(deps, due, source, now)
    if (payment.paymentId === null) return await closeOrphan(deps, due, source, now)
    if (isCrypto(payment)) await sweepReturn(deps, due, now)
    const settled = await settlePayment(deps, due, payment.paymentId, source, now)
    if (settled.reason === 'still-open') await remind(deps, due, now)
    // What is flagged is a person's.
    const isDone = settled.reason === 'already-done' || settled.outcome === 'flagged'
    if (isDone) await endChecks(deps.db, payment.id)
    else if (settled.outcome === 'ignored' || settled.outcome === 'held')
      await scheduleCheck(deps.db, payment, now)
    return settled
  } catch (error) {
    console.error(JSON.stringify({ at: 'check-open', payment: payment.id, error: describeError(error) }))
    await scheduleCheck(deps.db, payment, now)
    return { outcome: 'ignored', reason: 'failed' }
  }
}

/** Its buyer confirmed it, and the Worker died before it was settled. */
async function sweepFree(
  deps: ShopDeps,
  due: PaymentWithProduct,
  source: Source,
  now: number,
): Promise<Settled> {
  if (await settleFree(deps, due, source, now)) return { outcome: 'settled' }
  await endChecks(deps.db, due.payment.id)
  return { outcome: 'ignored', reason: 'already-done' }
}

/** Its buyer never got an address to pay at: nothing can have been paid, and after a day nobody comes back for it. */
async function closeOrphan(
  deps: ShopDeps,
  { payment }: PaymentWithProduct,
  source: Source,
  now: number,
): Promise<Settled> {
  if (payment.status !== 'pending') {
    await endChecks(deps.db, payment.id)
    return { outcome: 'ignored', reason: 'already-done' }
  }
  if (now - payment.createdAt <= ORPHAN_AFTER_MS) {
    await scheduleCheck(deps.db, payment, now)
    return { outcome: 'ignored', reason: 'no-checkout-yet' }
  }
  await writeClose(deps.db, payment, 'expired', { source, checkoutId: null }, now)
  return { outcome: 'closed', reason: 'expired' }
}
