import { driftBetween } from '#shared/feed/rules.ts'
import { logError } from '../../core/log-error.ts'
import { commit, type Db } from '../../db/client.ts'
import { countAll } from './store.ts'
import { recount } from './writes.ts'

/** Compares the counters with the source tables and recounts them if any is wrong. Returns true if one was wrong. */
export async function healTotals(db: Db): Promise<boolean> {
  const { kept, counted } = await countAll(db)
  const right = driftBetween(kept, counted) === null && kept.mrrCents === counted.mrrCents
  if (right) return false
  logError('shop totals', { kept, counted })
  await commit(db, [recount(db)])
  return true
}
