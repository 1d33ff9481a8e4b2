import type { Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { dispatch } from './dispatch-outbox.ts'
import { listDue } from './store.ts'

const PORTION = 100
/** Bounds a run after an outage: the other sweeps of the minute wait for this one. */
const PORTIONS_PER_RUN = 10

/**
 * Dispatches messages that are due, the longest due first, in portions: a call to the queue and a round trip each.
 * Returns the number of rows that it tried.
 */
export async function sweepOutbox(env: Env, db: Db, now: number): Promise<number> {
  let tried = 0
  for (let portion = 0; portion < PORTIONS_PER_RUN; portion += 1) {
    const rows = await listDue(db, now, PORTION)
    await dispatch(env, db, rows, now)
    tried += rows.length
    if (rows.length < PORTION) break
  }
  return tried
}
