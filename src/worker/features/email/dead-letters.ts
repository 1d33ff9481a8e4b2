import { Problem } from '../../core/problem.ts'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import type { Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import type { DeliveryStatus, EmailDelivery, Job } from './contract.ts'
import { type Delivery, findDelivery, findDeliveryByKey, listByStatus } from './store.ts'
import { beginRun, FORGOTTEN_ADDRESS } from './writes.ts'

/** Deliveries in one status, newest first; one more than the page, which tells that there is a next one. */
export async function listDeliveries(
  db: Db,
  status: DeliveryStatus,
  page: { limit: number; cursor?: number | undefined },
): Promise<EmailDelivery[]> {
  return (await listByStatus(db, status, page)).map(toView)
}

export async function findByKey(db: Db, key: string): Promise<EmailDelivery | undefined> {
  const row = await findDeliveryByKey(db, key)
  return row && toView(row)
}

const toView = (row: Delivery): EmailDelivery => ({
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
})

/**
 * A dead letter starts a new run, with a new idempotency key and a fresh link. Two clicks are one run.
 * @throws Problem 404, or 409 where the mail is not a dead letter.
 */
export async function sendAgain(env: Env, db: Db, id: number, now: number): Promise<void> {
  const dead = await findDelivery(db, id)
  if (!dead) throw new Problem(404, 'There is no such mail.')
  if (dead.toAddress === FORGOTTEN_ADDRESS) throw new Problem(409, 'The account of this mail was deleted.')
  const [revived] = await beginRun(db, dead, now)
  if (!revived) throw new Problem(409, `This mail is ${dead.status}; only a dead letter can be sent again.`)
  await env.JOBS.send({ type: 'send-email', deliveryKey: revived.key } satisfies Job)
}
