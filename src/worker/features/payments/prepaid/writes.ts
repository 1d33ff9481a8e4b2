import { eq, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { payments } from '../../../db/schema/payments.ts'
import type { Period } from '../../subscriptions/prepaid-rules.ts'

/** Stores the subscription and the month that a prepaid payment pays for; no month where it was refunded. */
export const placeMonth = (
  db: Db,
  id: number,
  { subscriptionId, period }: { subscriptionId: number | SQL<number>; period: Period | null },
) =>
  db
    .update(payments)
    .set({ subscriptionId, periodStart: period?.start ?? null, periodEnd: period?.end ?? null })
    .where(eq(payments.id, id))
