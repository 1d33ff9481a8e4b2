import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { emailKey } from '../../core/email-address.ts'
import type { UserId } from '../../db/account-batch.ts'
import { aliased, type Db } from '../../db/client.ts'
import { grantedIds } from '../../db/granted-ids.ts'
import { isCredited, isOutsideSale, isSecond } from '../../db/payment-history.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { contractWithdrawals } from '../../db/schema/contracts.ts'
import { payments } from '../../db/schema/payments.ts'

const yes = (condition: SQL) => sql<boolean>`${condition}`.mapWith(Boolean)

/** A download of what this payment bought, by its account or by a link of its receipt. */
const downloadBegan = sql`(exists (select 1 from downloads d where d.payment_id = payments.id)
  or exists (select 1 from downloads d where d.user_id = payments.user_id
    and d.script_id in (select i.value from json_each(${grantedIds('payments')}) i) and d.created_at >= payments.payment_date))`

const refundUnderWay = sql`exists (select 1 from refunds r where r.payment_id = payments.id
  and r.status in ('review', 'approved', 'pending') and not ${isOutsideSale('r')})`

/** May run in a batch: the payment's columns have names of their own. */
const selectContracts = (db: Db) =>
  db
    .select({
      payment: aliased('payment', getTableColumns(payments)),
      productName: scripts.name,
      withdrawal: {
        reference: contractWithdrawals.reference,
        createdAt: contractWithdrawals.createdAt,
      },
      downloadBegan: yes(downloadBegan),
      refundUnderWay: yes(refundUnderWay),
      isCredited: yes(isCredited),
    })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))
    .leftJoin(contractWithdrawals, eq(contractWithdrawals.paymentId, payments.id))

/** Another payment of the same subscription with money, made before this one, or at any time. */
const hasPaidMonth = (
  before: SQL,
) => sql`exists (select 1 from payments o where o.subscription_id = payments.subscription_id
  and o.payment_date is not null and o.amount_cents > 0 and ${before})`

/**
 * Payments that began a contract: paid with money, and neither a second payment, which is refunded anyway, nor a renewal
 * of a card subscription, which continues the contract of its first payment. A trial begins one too, until its first
 * paid month takes its place: with that month the time for withdrawing begins again.
 */
const beganContract = and(
  isNotNull(payments.paymentDate),
  or(gt(payments.amountCents, 0), and(gt(payments.trialDays, 0), sql`not ${hasPaidMonth(sql`true`)}`)),
  sql`${payments.paymentProvider} in ('stripe', 'coinbase', 'btcpay')`,
  sql`not ${isSecond('payments')}`,
  sql`not (exists (select 1 from subscriptions s where s.id = payments.subscription_id
    and s.stripe_subscription_id is not null) and ${hasPaidMonth(sql`o.id < payments.id`)})`,
)

export type ContractRow = Awaited<ReturnType<typeof listContracts>>[number]

/** The account's latest contracts, newest first. */
export const listContracts = (db: Db, userId: UserId) =>
  selectContracts(db)
    .where(and(eq(payments.userId, userId), beganContract))
    .orderBy(desc(payments.id))
    .limit(50)

export async function findContract(
  db: Db,
  paymentId: number,
  userId: number,
): Promise<ContractRow | undefined> {
  const [row] = await selectContracts(db)
    .where(and(eq(payments.id, paymentId), eq(payments.userId, userId), beganContract))
    .limit(1)
  return row
}

/** The order with this reference that was bought under this address without an account. */
export async function findGuestContract(
  db: Db,
  orderReference: string,
  email: string,
): Promise<ContractRow | undefined> {
  const [row] = await selectContracts(db)
    .where(
      and(
        eq(payments.orderReference, orderReference),
        isNull(payments.userId),
        sql`lower(${payments.email}) = ${emailKey(email)}`,
        beganContract,
      ),
    )
    .limit(1)
  return row
}
