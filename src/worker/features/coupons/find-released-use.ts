import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { couponUsages } from '../../db/schema/coupon-usages.ts'
import { hasRoomAgain } from './writes.ts'

/** Whether the use that a closed payment released could be taken again; undefined where no use was released. */
export async function findReleasedUse(db: Db, paymentId: number): Promise<{ hasRoom: boolean } | undefined> {
  const [found] = await db
    .select({ hasRoom: sql<number>`${hasRoomAgain}`.as('has_room') })
    .from(couponUsages)
    .where(and(eq(couponUsages.paymentId, paymentId), eq(couponUsages.state, 'released')))
    .limit(1)
  return found && { hasRoom: found.hasRoom === 1 }
}
