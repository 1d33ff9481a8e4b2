import { payoutPeriod } from '#shared/referrals/rules.ts'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { completeMature, noteRun, openPayouts } from './writes.ts'

/** The number of affiliates whose payouts are made in one batch. */
const PORTION = 200

/**
 * Makes the payouts of the last full month, one per affiliate. Existing payouts do not change, so any number of runs,
 * also at once, makes each payout once. `actor` is the admin who started the run; null for the cron trigger. Returns
 * the number of payouts made.
 */
export async function runPayouts(
  db: Db,
  actor: Actor | null,
  now: number,
): Promise<{ period: string; created: number }> {
  const period = payoutPeriod(now)
  const note = actor && noteRun(db, { actorId: actor.id, ip: actor.ip, period, now })
  await db.batch([completeMature(db, now), ...(note ? [note] : [])])
  let created = 0
  for (let last = PORTION; last === PORTION; created += last) {
    const [made] = await db.batch(openPayouts(db, { period, limit: PORTION }, now))
    last = made.meta.changes
  }
  return { period, created }
}
