import { eq, inArray } from 'drizzle-orm'
import type { Db, Write } from '../../db/client.ts'
import { contractWithdrawals } from '../../db/schema/contracts.ts'
import { payments } from '../../db/schema/payments.ts'

/** The index on the payment refuses a second one. */
export const insertWithdrawal = (db: Db, withdrawal: typeof contractWithdrawals.$inferInsert) =>
  db.insert(contractWithdrawals).values(withdrawal)

/** Erases the declared names of an account's statements. */
export const forgetWithdrawals = (db: Db, userId: number): Write =>
  db
    .update(contractWithdrawals)
    .set({ name: null })
    .where(
      inArray(
        contractWithdrawals.paymentId,
        db.select({ id: payments.id }).from(payments).where(eq(payments.userId, userId)),
      ),
    )
