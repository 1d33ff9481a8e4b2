import { commit, type Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { enqueueMails } from '../email/enqueue-mails.ts'
import { queueMailUnlessDeleted } from '../email/writes.ts'
import { requestKey } from './request-rules.ts'
import { listToAsk } from './request-store.ts'

const PORTION = 80
const PORTIONS_PER_RUN = 20

/**
 * Queues one mail per purchase, a week after its first download, for owners who want promotional mails and have not
 * reviewed the product. Returns the number of mails queued.
 */
export async function requestReviews(env: Env, db: Db, now: number): Promise<number> {
  let after = { purchasedAt: 0, grantId: 0 }
  let queued = 0
  for (let portion = 0; portion < PORTIONS_PER_RUN; portion++) {
    const owners = await listToAsk(db, now, after, PORTION)
    const last = owners.at(-1)
    if (!last) break
    after = last
    const mails = owners.map(({ grantId, userId, email, productName, slug }) => {
      const key = requestKey(grantId)
      const mail = { template: 'review-request', data: { productName, slug, userId } } as const
      return { key, write: queueMailUnlessDeleted(db, { key, to: email, userId, mail, now }) }
    })
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
