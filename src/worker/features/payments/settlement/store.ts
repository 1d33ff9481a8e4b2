import { and, eq, inArray, sql } from 'drizzle-orm'
import { emailIdentity, emailKey } from '../../../core/email-address.ts'
import type { Db } from '../../../db/client.ts'
import { inList } from '../../../db/in-list.ts'
import { isOutsideSale } from '../../../db/payment-history.ts'
import { refunds } from '../../../db/schema/refunds.ts'
import type { OwnRefund } from './rules.ts'

/**
 * Our own refunds among these ids of the provider that are not recorded as failed. `isOutside`: of unapplied funds,
 * outside the sale.
 */
export const listUnknownFailed = (
  db: Db,
  paymentId: number,
  providerRefundIds: readonly string[],
): Promise<(OwnRefund & { isOutside: number })[]> =>
  db
    .select({
      id: refunds.id,
      amountCents: refunds.amountCents,
      status: refunds.status,
      isOutside: sql<number>`${isOutsideSale('refunds')}`,
    })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        inList(refunds.providerRefundId, providerRefundIds),
        inArray(refunds.status, ['pending', 'succeeded']),
      ),
    )

/** Ids of the grants of an address: those that were bought under it without an account. */
export const grantsOfAddress = (
  email: string,
) => sql`select g.id from payments p join user_scripts g on g.payment_id = p.id
  where p.email_identity = ${emailIdentity(email)} and lower(p.email) = ${emailKey(email)} and g.user_id is null`
