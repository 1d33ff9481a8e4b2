import { commit, type Db, type Write } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { enqueueMails } from './enqueue-mails.ts'

const PORTION = 80
const PORTIONS_PER_RUN = 20

type Purchase = { purchasedAt: number; grantId: number }
type QueuedMail = { key: string; write: Write }

/**
 * Queues mails about purchases, portion by portion: `list` reads the purchases after one, by date, and `toMails` makes
 * their mails. A later run continues where this one stops. Returns the number of mails queued.
 */
export async function queueByPurchase<Row extends Purchase>(
  { env, db }: { env: Env; db: Db },
  list: (after: Purchase, limit: number) => Promise<Row[]>,
  toMails: (rows: Row[]) => QueuedMail[] | Promise<QueuedMail[]>,
  from = 0,
): Promise<number> {
  let after: Purchase = { purchasedAt: from, grantId: 0 }
  let queued = 0
  for (let portion = 0; portion < PORTIONS_PER_RUN; portion++) {
    const rows = await list(after, PORTION)
    const last = rows.at(-1)
    if (!last) break
    after = last
    const mails = await toMails(rows)
    await commit(
      db,
      mails.map(({ write }) => write),
    )
    await enqueueMails(
      env,
      mails.map(({ key }) => key),
    )
    queued += mails.length
  }
  return queued
}
