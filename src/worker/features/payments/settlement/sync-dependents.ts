import type { Db, Write } from '../../../db/client.ts'
import { syncGrant } from '../../access/writes.ts'
import { syncLicence } from '../../licences/writes.ts'
import { syncCommission } from '../../referrals/writes.ts'

/**
 * Recomputes everything that depends on a payment: grant, licence, commission. Every change of a payment revokes or
 * restores access by these writes. `revision` is the payment's after the batch.
 */
export const syncDependents = (db: Db, payment: { id: number; revision: number }, now: number): Write[] => [
  ...syncGrant(db, payment.id, now),
  ...syncLicence(db, payment.id, now),
  ...syncCommission(db, payment, now),
]
