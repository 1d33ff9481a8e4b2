import { DAY } from '#shared/core/time.ts'
import { driftBetween, type Totals } from '#shared/feed/rules.ts'
import { logError } from '../../core/log-error.ts'
import { commit, type Db } from '../../db/client.ts'
import { SPAN_DAYS } from '../../db/schema/stats.ts'
import { countAll, findFirstDay, readDrift } from './store.ts'
import { enterMissing, recount, recountSpan } from './writes.ts'

/**
 * Compares the counters with the sums of the daily figures, and the figures of two days with their sources: of yesterday,
 * where a write that is not counted shows the next morning, and of another earlier day each night. Only where they differ,
 * everything is counted: the daily figures in portions, each in a batch of its own, and the counters. Returns true if
 * anything was wrong.
 */
export async function healTotals(db: Db, now: number): Promise<boolean> {
  const { kept, sums, drifts } = await readDrift(db, now)
  const days = drifts.filter(({ day: _, ...drift }) => Object.values(drift).some((by) => by !== 0))
  const isSummed = areSame(kept, sums)
  if (days.length === 0 && isSummed) return false
  logError('shop days', { days, ...(isSummed ? {} : { kept, sums }) })
  const { counted } = await countAll(db)
  if (!areSame(kept, counted)) logError('shop totals', { kept, counted })
  const today = Math.floor(now / DAY)
  const first = (await findFirstDay(db)) ?? today
  for (let span = spanOf(first); span <= spanOf(today); span += 1) await commit(db, recountSpan(db, span))
  await commit(db, [recount(db), enterMissing(db, today)])
  return true
}

const spanOf = (day: number) => Math.floor(day / SPAN_DAYS)

type Counters = Totals & { mrrCents: number }

const areSame = (one: Counters, other: Counters): boolean =>
  driftBetween(one, other) === null && one.mrrCents === other.mrrCents
