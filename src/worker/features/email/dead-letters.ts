import { and, desc, eq, lt } from 'drizzle-orm'
import { Problem } from '../../core/problem.ts'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import type { Db } from '../../db/client.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import type { PageQuery } from '../../http/paging.ts'
import type { Env } from '../../providers/env.ts'
import type { DeliveryStatus, EmailDelivery, Job } from './contract.ts'
import { QUEUE_PATIENCE_MS } from './writes.ts'

/** Deliveries in one status, newest first; one more than the page, which tells that there is a next one. */
export async function listDeliveries(
  db: Db,
  status: DeliveryStatus,
  page: Pick<PageQuery, 'limit' | 'cursor'>,
): Promise<EmailDelivery[]> {
  const rows = await db
    .select()
    .from(emailDeliveries)
    .where(
      and(
        eq(emailDeliveries.status, status),
        page.cursor === undefined ? undefined : lt(emailDeliveries.id, page.cursor),
      ),
    )
    .orderBy(desc(emailDeliveries.id))
    .limit(page.limit + 1)
  return rows.map((row) => ({
    id: row.id,
    template: row.template,
    to: row.toAddress,
    status: row.status,
    attempts: row.attempts,
    lastError: row.lastError,
    userId: row.userId,
    paymentId: row.paymentId,
    createdAt: toIso(row.createdAt),
    sentAt: toIsoOrNull(row.sentAt),
  }))
}

/**
 * A dead letter starts a new run, with a new idempotency key and a fresh link. Two clicks are one run.
 * @throws Problem 409 where the mail is not a dead letter.
 */
export async function sendAgain(env: Env, db: Db, id: number, now: number): Promise<void> {
  const [dead] = await db.select().from(emailDeliveries).where(eq(emailDeliveries.id, id)).limit(1)
  if (!dead) throw new Problem(404, 'There is no such mail.')
  const [revived] = await db
    .update(emailDeliveries)
    .set({
      status: 'queued',
      attempts: 0,
      run: dead.run + 1,
      queuedAt: now,
      nextAttemptAt: now + QUEUE_PATIENCE_MS,
      updatedAt: now,
    })
    .where(
      and(eq(emailDeliveries.id, id), eq(emailDeliveries.status, 'dead'), eq(emailDeliveries.run, dead.run)),
    )
    .returning({ key: emailDeliveries.key })
  if (!revived) throw new Problem(409, `This mail is ${dead.status}; only a dead letter can be sent again.`)
  await env.JOBS.send({ type: 'send-email', deliveryKey: revived.key } satisfies Job)
}
