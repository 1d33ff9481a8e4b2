import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { payments } from '../../../db/schema/payments.ts'
import { nextCheckAt } from '../rules.ts'

/** An admin accepts less than was asked: the received amount becomes the price. */
export const reducePrice = (db: Db, id: number, amountCents: number) =>
  db
    .update(payments)
    .set({ amountCents, discountCents: sql`${payments.originalCents} - ${amountCents}` })
    .where(eq(payments.id, id))

/** Ends the checks of a payment, unless it changed or got another check since it was read. */
export const endChecks = (db: Db, seen: { id: number; revision: number; nextCheckAt: number | null }) =>
  db
    .update(payments)
    .set({ nextCheckAt: null })
    .where(
      and(
        eq(payments.id, seen.id),
        eq(payments.revision, seen.revision),
        sql`${payments.nextCheckAt} is ${seen.nextCheckAt}`,
      ),
    )

/** Gives every open, unflagged payment without a next check one now, so that the sweep finds it. */
export const adoptStrays = (db: Db, now: number) =>
  db
    .update(payments)
    .set({ nextCheckAt: now })
    .where(and(eq(payments.status, 'pending'), isNull(payments.nextCheckAt), isNull(payments.flaggedReason)))

export const scheduleCheck = (
  db: Db,
  payment: { id: number; checks: number; expiresAt: number | null },
  now: number,
) =>
  db
    .update(payments)
    .set({
      checks: payment.checks + 1,
      nextCheckAt: nextCheckAt(payment.checks + 1, payment.expiresAt, now),
      lastCheckedAt: now,
    })
    .where(and(eq(payments.id, payment.id), isNotNull(payments.nextCheckAt), isNull(payments.flaggedReason)))

/** Of several pages that ask at once, one gets a row and asks the provider; the others read the stored result. */
export const claimCheck = (db: Db, id: number, now: number, minimumMs: number) =>
  db
    .update(payments)
    .set({ lastCheckedAt: now })
    .where(
      and(
        eq(payments.id, id),
        inArray(payments.status, ['pending', 'expired', 'failed']),
        or(isNull(payments.lastCheckedAt), lt(payments.lastCheckedAt, now - minimumMs)),
      ),
    )
    .returning({ id: payments.id })
