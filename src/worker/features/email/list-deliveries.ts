import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { DeliveryStatus, EmailDelivery } from '#shared/email/contract.ts'
import type { Db } from '../../db/client.ts'
import { type Delivery, findDeliveryByKey, listDeliveriesBy } from './store.ts'

/**
 * Deliveries with this status, to this address, or both, newest first; without either, the dead letters. Returns one
 * row more than `limit`: that row shows that a next page exists.
 */
export async function listDeliveries(
  db: Db,
  { status, to }: { status?: DeliveryStatus | undefined; to?: string | undefined },
  page: { limit: number; cursor?: number | undefined },
): Promise<EmailDelivery[]> {
  const which = to === undefined ? { status: status ?? 'dead' } : { status, to }
  return (await listDeliveriesBy(db, which, page)).map(toView)
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
  outcome: row.outcome,
})
