import type { Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { waitForQueue } from './delivery-writes.ts'
import { enqueueMails } from './enqueue-mails.ts'
import { listStuck } from './store.ts'

/** New queue messages for mails whose own was lost (a queue does not survive everything). Returns how many. */
export async function sweepDeliveries(env: Env, db: Db, now: number): Promise<number> {
  const stuck = await listStuck(db, now, 50)
  if (stuck.length === 0) return 0
  const keys = stuck.map(({ key }) => key)
  await enqueueMails(env, keys)
  await waitForQueue(db, keys, now)
  return keys.length
}
