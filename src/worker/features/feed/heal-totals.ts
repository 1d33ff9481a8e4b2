import { DAY } from '#shared/core/time.ts'
import { driftBetween, type Totals } from '#shared/feed/rules.ts'
import { logError } from '../../core/log-error.ts'
import { commit, type Db } from '../../db/client.ts'
import { countAll, readDrift } from './store.ts'
import { recount } from './writes.ts'

/**
 * Compares the counters with the sums of the daily figures, and one day's figures with their sources: another day each
 * night. Only where they differ, everything is counted, and the counters are replaced if any is wrong. Returns true if one
 * was wrong.
 */
export async function healTotals(db: Db, now: number): Promise<boolean> {
  const { kept, sums, day } = await readDrift(db, Math.floor(now / DAY))
  const isDayRight = day.revenueCents === 0 && day.accounts === 0
  if (!isDayRight) logError('shop days', day)
  if (isDayRight && areSame(kept, sums)) return false
  const { counted } = await countAll(db)
  if (areSame(kept, counted)) return false
  logError('shop totals', { kept, counted })
  await commit(db, [recount(db)])
  return true
}

type Counters = Totals & { mrrCents: number }

const areSame = (one: Counters, other: Counters): boolean =>
  driftBetween(one, other) === null && one.mrrCents === other.mrrCents
