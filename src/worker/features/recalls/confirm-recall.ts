import { toIso } from '#shared/core/time.ts'
import type { RecallNotice } from '#shared/recalls/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { AccountBatch } from '../../db/account-batch.ts'
import type { Db } from '../../db/client.ts'
import { selectUnconfirmed } from './store.ts'
import { insertReceipt, selectReceipt } from './writes.ts'

/** The recalls that an account must still read, newest first, at most `MAX_SHOWN_RECALLS`. One round trip. */
export async function listUnconfirmed(db: Db, batch: AccountBatch): Promise<RecallNotice[]> {
  const { results } = await batch((userId) => [selectUnconfirmed(db, userId)])
  return results[0].map(({ recalledAt, ...notice }) => ({ ...notice, recalledAt: toIso(recalledAt) }))
}

/**
 * Records that a user read the recall of a release. The first time stays.
 * @throws Problem 404 where the release was not recalled, or this user did not download it
 */
export async function confirmRecall(db: Db, releaseId: number, userId: number, now: number): Promise<void> {
  const [, found] = await db.batch([
    insertReceipt(db, releaseId, userId, now),
    selectReceipt(db, releaseId, userId),
  ])
  if (found.length === 0) throw new Problem(404, 'This release was not recalled, or you did not download it.')
}
