import { commit, type Db, refusedBy } from '../../../db/client.ts'
import { syncGrant } from '../../access/writes.ts'
import { syncLicence } from '../../licences/writes.ts'
import { REMIND_BEFORE_MS } from '../../subscriptions/prepaid-rules.ts'
import { listDuplicatePrepaid, listPrepaid, type PrepaidOwner, prepaidIds } from './store.ts'
import { monthsOf, syncMonths } from './sync-prepaid.ts'

/**
 * Merges duplicate prepaid subscriptions, which attached guest purchases leave: their months become consecutive months
 * of one subscription, before one of the two would end. Idempotent; a merge that loses a race is left to the next run.
 */
export async function sweepDuplicatePrepaid(db: Db, now: number): Promise<number> {
  const duplicates = await listDuplicatePrepaid(db, now + 2 * REMIND_BEFORE_MS, 50)
  for (const { userId, scriptId } of duplicates) {
    if (userId !== null) await mergePrepaid(db, { userId, email: null, scriptId }, now)
  }
  return duplicates.length
}

async function mergePrepaid(db: Db, owner: PrepaidOwner, now: number): Promise<void> {
  const subscriptions = await listPrepaid(db, prepaidIds(owner))
  if (subscriptions.length < 2) return
  const months = await monthsOf(db, subscriptions)
  const latest = months.at(-1)
  try {
    await commit(db, [
      ...syncMonths(db, subscriptions, months, now),
      // The grant of the first subscription may have ended with the refund of all its own months.
      ...(latest ? [...syncGrant(db, latest.id, now), ...syncLicence(db, latest.id, now)] : []),
    ])
  } catch (error) {
    if (!refusedBy(error, 'subscriptions', 'revision')) throw error
  }
}
