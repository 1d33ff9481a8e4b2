import { and, between, desc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { emailIdentity } from '../../../core/email-address.ts'
import type { Db } from '../../../db/client.ts'
import { users } from '../../../db/schema/accounts.ts'
import { payments } from '../../../db/schema/payments.ts'

const isConfirmed = and(
  isNotNull(users.emailVerifiedAt),
  isNull(users.deactivatedAt),
  isNull(users.deletedAt),
)

/** The account that has confirmed this address. */
export const findConfirmedAccount = (db: Db, emailKey: string) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, emailKey), isConfirmed))
    .limit(1)

/**
 * Payments that received money: purchases and partial payments. Partial payments whose checkout is open are left out:
 * an account has one open checkout of a product, and a stranger can pay parts of two under another person's address.
 */
export const movedMoney = or(
  isNotNull(payments.paymentDate),
  and(gt(payments.receivedCents, 0), ne(payments.status, 'pending')),
)

/** The highest id of a payment without an account. */
export const newestGuestPayment = (db: Db) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(isNull(payments.userId))
    .orderBy(desc(payments.id))
    .limit(1)

/** One payment without an account under this address that received money. */
export const findGuestPayment = (db: Db, emailKey: string) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.emailIdentity, emailIdentity(emailKey)),
        sql`lower(${payments.email}) = ${emailKey}`,
        isNull(payments.userId),
        movedMoney,
      ),
    )
    .limit(1)

/**
 * Accounts that confirmed the address of a guest payment in this range. A cross join makes SQLite read payments first.
 */
export const listOwnersOfGuestPayments = (db: Db, ids: { from: number; to: number }, limit: number) =>
  db
    .selectDistinct({ userId: users.id, emailKey: users.emailKey })
    .from(payments)
    .crossJoin(users)
    .where(
      and(
        isNull(payments.userId),
        movedMoney,
        between(payments.id, ids.from, ids.to),
        eq(users.emailKey, sql`lower(${payments.email})`),
        isConfirmed,
      ),
    )
    .limit(limit)
