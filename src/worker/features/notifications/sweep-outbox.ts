import type { Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { dispatch } from './dispatch-outbox.ts'
import { listDue } from './store.ts'

/** Dispatches at most 50 messages that are due, the longest due first. Returns the number of rows that it tried. */
export async function sweepOutbox(env: Env, db: Db, now: number): Promise<number> {
  const rows = await listDue(db, now, 50)
  await dispatch(env, db, rows, now)
  return rows.length
}
