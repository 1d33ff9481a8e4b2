import { asc, lte } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import type { Env } from '../../providers/env.ts'
import type { Job } from './contract.ts'

/** New queue messages for mails whose own was lost (a queue does not survive everything). Returns how many. */
export async function sweepDeliveries(env: Env, db: Db, now: number): Promise<number> {
  const due = await db
    .select({ key: emailDeliveries.key })
    .from(emailDeliveries)
    .where(lte(emailDeliveries.nextAttemptAt, now))
    .orderBy(asc(emailDeliveries.nextAttemptAt))
    .limit(50)
  if (due.length > 0) {
    await env.JOBS.sendBatch(
      due.map(({ key }) => ({ body: { type: 'send-email', deliveryKey: key } satisfies Job })),
    )
  }
  return due.length
}
