import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { payments } from '../../../db/schema/payments.ts'

/** True in a batch as long as no refund of the subscription's payments is open and the subscription has not ended. */
export const creditStands = (subscriptionId: number) => sql`(not exists (select 1 from refunds r
    join payments p on p.id = r.payment_id
    where p.subscription_id = ${subscriptionId} and r.status in ('review', 'approved', 'pending'))
  and exists (select 1 from subscriptions s where s.id = ${subscriptionId}
    and s.status not in ('canceled', 'incomplete_expired')))`

export const markUpgradeEnded = (db: Db, id: number, now: number) =>
  db
    .update(payments)
    .set({ upgradeEndedAt: now })
    .where(and(eq(payments.id, id), isNull(payments.upgradeEndedAt)))
