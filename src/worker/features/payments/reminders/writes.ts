import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { HOUR } from '#shared/core/time.ts'
import type { Db, Write } from '../../../db/client.ts'
import { refuseUnless } from '../../../db/refuse-unless.ts'
import { checkoutReminders } from '../../../db/schema/reminders.ts'

/** How long after the checkout was opened its buyer is reminded. */
export const REMIND_AFTER_MS = 4 * HOUR

/** The time until the next attempt of a reminder that could not be sent. */
const RETRY_MS = HOUR

/** Stores that the buyer asked for one reminder. A payment has one at most, also where it is asked for again. */
export const askReminder = (db: Db, paymentId: number | SQL<number>, now: number) =>
  db
    .insert(checkoutReminders)
    .values({
      paymentId: paymentId as number,
      dueAt: now + REMIND_AFTER_MS,
      createdAt: now,
    })
    .onConflictDoNothing()

/** The buyer sent the order again without the tick. */
const withdrawReminder = (db: Db, paymentId: number) =>
  db
    .delete(checkoutReminders)
    .where(and(eq(checkoutReminders.paymentId, paymentId), isNull(checkoutReminders.doneAt)))

/** Follows the tick of an order that was sent again, for the same payment. `remind` undefined: a caller without the tick. */
export async function keepReminder(
  db: Db,
  paymentId: number,
  { remind }: { remind?: boolean | undefined },
  now: number,
): Promise<void> {
  if (remind === undefined) return
  await (remind ? askReminder(db, paymentId, now) : withdrawReminder(db, paymentId))
}

/** Ends the wait of a reminder. Of two sweeps at once, the second one's batch is refused. */
export const endReminder = (db: Db, paymentId: number, now: number): Write =>
  db
    .update(checkoutReminders)
    .set({
      doneAt: now,
      dueAt: refuseUnless(sql`${checkoutReminders.doneAt} is null`, checkoutReminders.dueAt),
    })
    .where(eq(checkoutReminders.paymentId, paymentId))

/** After a failure: `deleteOldReminders` ends the attempts. */
export const postponeReminder = (db: Db, paymentId: number, now: number): Write =>
  db
    .update(checkoutReminders)
    .set({ dueAt: now + RETRY_MS })
    .where(and(eq(checkoutReminders.paymentId, paymentId), isNull(checkoutReminders.doneAt)))

export const deleteOldReminders = (db: Db, before: number) =>
  db.delete(checkoutReminders).where(lt(checkoutReminders.createdAt, before))
