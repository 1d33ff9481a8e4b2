import { commit, type Db, refusedBy } from '../../../db/client.ts'
import { syncGrant } from '../../access/writes.ts'
import { syncLicence } from '../../licences/writes.ts'
import { REMIND_BEFORE_MS } from '../../subscriptions/prepaid-rules.ts'
import { listDuplicatePrepaid, listPrepaid, type PrepaidOwner, prepaidIds } from './store.ts'
import { monthsOf, syncMonths } from './sync-prepaid.ts'

/**
 * Purchases without an account that were attached to one leave it with two prepaid subscriptions running side by side:
 * their months become one row of months, before one of them would end. Safe to repeat; a race is left to the next time.
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
      // What the first gives may have ended with the refund of all its own months.
      ...(latest ? [...syncGrant(db, latest.id, now), ...syncLicence(db, latest.id, now)] : []),
    ])
  } catch (error) {
    if (!refusedBy(error, 'subscriptions', 'revision')) throw error
  }
}
