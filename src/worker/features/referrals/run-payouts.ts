import { payoutPeriod } from '#shared/referrals/rules.ts'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { completeMature, noteRun, openPayouts } from './writes.ts'

/** So many affiliates get their payout in one batch. */
const PORTION = 200

/**
 * The payouts of the last full month, one per affiliate; what is there already stays as it is, so any number of runs, also
 * at once, are one. `actor`: the admin who asked for it, where it was not the clock. Returns how many were made.
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
