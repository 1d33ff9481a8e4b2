import type { Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { waitForQueue } from './delivery-writes.ts'
import { enqueueMails } from './enqueue-mails.ts'
import { listStuck } from './store.ts'

/** Sends new queue messages for mails whose message was lost. Returns the number of mails. */
export async function sweepDeliveries(env: Env, db: Db, now: number): Promise<number> {
  const stuck = await listStuck(db, now, 50)
  if (stuck.length === 0) return 0
  const keys = stuck.map(({ key }) => key)
  await enqueueMails(env, keys)
  await waitForQueue(db, keys, now)
  return keys.length
}
