import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { TERMS_VERSION } from '#shared/legal/versions-rules.ts'
import type { Db } from '../../../db/client.ts'
import { refuseUnless } from '../../../db/refuse-unless.ts'
import { payments } from '../../../db/schema/payments.ts'
import type { HostedCheckout } from '../../../providers/payment-provider.ts'
import { creditStands } from '../upgrades/writes.ts'

/**
 * Only for an active account (`status`), only where `isAsRead` is true (`script_id`), and with a credit only as long as
 * its time can be credited (`amount_cents`): else the column is null, and the table refuses.
 */
export const insertPayment = (
  db: Db,
  payment: typeof payments.$inferInsert & { userId: number },
  isAsRead: SQL,
) =>
  db.insert(payments).values({
    ...payment,
    scriptId: refuseUnless(isAsRead, sql<number>`${payment.scriptId}`),
    termsVersion: TERMS_VERSION,
    status: sql`case when exists (select 1 from users where id = ${payment.userId} and deleted_at is null
      and deactivated_at is null) then 'pending' end`,
    ...(payment.upgradedSubscriptionId != null && {
      amountCents: refuseUnless(
        creditStands(payment.upgradedSubscriptionId),
        sql<number>`${payment.amountCents}`,
      ),
    }),
  })

/**
 * Stores the page where the buyer pays, with a new revision: another tab that read the order without a page must not close
 * it without ending the page. Returns no row where the payment is not open any more, or has another page: a
 * provider without idempotency keys may have opened two pages for two clicks.
 */
export const attachCheckout = (db: Db, id: number, checkout: HostedCheckout, now: number) =>
  db
    .update(payments)
    .set({
      checkoutId: checkout.checkoutId,
      hostedUrl: checkout.url,
      expiresAt: checkout.expiresAt,
      revision: sql`${payments.revision} + 1`,
      updatedAt: now,
    })
    .where(
      and(
        eq(payments.id, id),
        eq(payments.status, 'pending'),
        or(isNull(payments.checkoutId), eq(payments.checkoutId, checkout.checkoutId)),
      ),
    )
    .returning({ id: payments.id })
