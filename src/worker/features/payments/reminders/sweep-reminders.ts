import { sql } from 'drizzle-orm'
import { logError } from '../../../core/log-error.ts'
import { commit, refusedBy } from '../../../db/client.ts'
import type { CoreDeps } from '../../../http/shop-deps.ts'
import { queueMailWhere } from '../../email/writes.ts'
import { commitAndDispatch } from '../../notifications/dispatch-outbox.ts'
import { enqueueWhere } from '../../notifications/writes.ts'
import { isReminded, listDueReminders } from './store.ts'
import { endReminder, postponeReminder } from './writes.ts'

const PER_SWEEP = 100

/**
 * Sends the reminders that are due, each once. An order that was paid, refused or replaced meanwhile gets none: the
 * batch reads its state again, so that a payment at the same moment wins.
 */
export async function sweepReminders(deps: Pick<CoreDeps, 'env' | 'db'>, now: number): Promise<number> {
  const { db } = deps
  let sent = 0
  for (const due of await listDueReminders(db, now, PER_SWEEP)) {
    const { paymentId, userId, email, amountCents, purchaseType, startedAt, trialDays, product } = due
    const key = `checkout-reminder:${paymentId}`
    const data = {
      paymentId,
      productName: product.name,
      slug: product.slug,
      productId: product.id,
      amountCents,
      purchaseType,
      startedAt,
      trialDays,
      isGuest: userId === null,
    }
    const mail = { template: 'checkout-reminder' as const, data }
    const isNeeded = sql`exists (select 1 from payments p where p.id = ${paymentId} and ${isReminded(now)})`
    const writes =
      email === null || !due.isNeeded
        ? []
        : [
            queueMailWhere(db, { key, to: email, userId, paymentId, mail, now }, isNeeded),
            enqueueWhere(db, { key: `${key}:1`, deliveryKey: key, now }, isNeeded),
          ]
    try {
      await commitAndDispatch(deps, [endReminder(db, paymentId, now), ...writes], now)
      if (writes.length > 0) sent += 1
    } catch (error) {
      // Another run was faster, or this order's row cannot be written now: a later run tries again.
      if (refusedBy(error, 'checkout_reminders')) continue
      logError('reminders', { payment: paymentId, error })
      // Reminders that fail again and again must not hold up the others.
      await commit(db, [postponeReminder(db, paymentId, now)])
    }
  }
  return sent
}
