import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { emailIdentity } from '../../../core/email-address.ts'
import type { Db, Write } from '../../../db/client.ts'
import { userScripts } from '../../../db/schema/access.ts'
import { payments } from '../../../db/schema/payments.ts'
import { subscriptions } from '../../../db/schema/subscriptions.ts'
import { cancelOwnCommissions } from '../../referrals/writes.ts'
import { movedMoney } from './store.ts'

/**
 * Assigns guest purchases to the account that has confirmed their address: payments that received money, their grants
 * and subscriptions. A purchase with the account's own referral code earns no commission any more. Idempotent; a row that
 * has an owner keeps it.
 */
export function assignGuestPurchases(
  db: Db,
  account: { userId: number; emailKey: string; now: number },
): Write[] {
  const { userId, now: updatedAt } = account
  const ofAddress = and(
    eq(payments.emailIdentity, emailIdentity(account.emailKey)),
    // The identity ignores tags and dots, and a tagged address may be another person's mailbox.
    sql`lower(${payments.email}) = ${account.emailKey}`,
  )
  const attached = and(ofAddress, eq(payments.userId, userId))
  const paymentIds = db.select({ id: payments.id }).from(payments).where(attached)
  const subscriptionIds = db.select({ id: payments.subscriptionId }).from(payments).where(attached)
  return [
    db
      .update(payments)
      .set({ userId, updatedAt })
      // The account may have been deleted since it was found.
      .where(
        and(
          ofAddress,
          isNull(payments.userId),
          movedMoney,
          sql`exists (select 1 from users u where u.id = ${userId} and u.deleted_at is null)`,
        ),
      ),
    db
      .update(userScripts)
      .set({ userId, updatedAt })
      // The plus keeps SQLite from scanning all grants without an owner: only those of these payments are needed.
      .where(and(inArray(userScripts.paymentId, paymentIds), sql`+${userScripts.userId} is null`)),
    db
      .update(subscriptions)
      .set({ userId, updatedAt })
      .where(and(inArray(subscriptions.id, subscriptionIds), isNull(subscriptions.userId))),
    cancelOwnCommissions(db, userId, paymentIds),
  ]
}
