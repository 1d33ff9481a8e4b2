import type { Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { dispatch } from './dispatch-outbox.ts'
import { listDue } from './store.ts'

/** The cron's part: whatever is due and was never dispatched, oldest first. Returns how many rows it tried. */
export async function sweepOutbox(env: Env, db: Db, now: number): Promise<number> {
  const rows = await listDue(db, now, 50)
  await dispatch(env, db, rows, now)
  return rows.length
}
