import type { Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { queueByPurchase } from '../email/mail-portions.ts'
import { queueMailUnlessDeleted } from '../email/writes.ts'
import { requestKey } from './request-rules.ts'
import { listToAsk } from './request-store.ts'

/**
 * Queues one mail per purchase, a week after its first download, for owners who want promotional mails and have not
 * reviewed the product. Returns the number of mails queued.
 */
export function requestReviews(env: Env, db: Db, now: number): Promise<number> {
  // Of a bundle's scripts the buyer is asked for one.
  const asked = new Set<number | null>()
  return queueByPurchase(
    { env, db },
    (after, limit) => listToAsk(db, now, after, limit),
    (owners) =>
      owners
        .filter(({ paymentId }) => !asked.has(paymentId) && asked.add(paymentId))
        .map(({ grantId, userId, email, productName, slug }) => {
          const key = requestKey(grantId)
          const mail = { template: 'review-request', data: { productName, slug, userId } } as const
          return { key, write: queueMailUnlessDeleted(db, { key, to: email, userId, mail, now }) }
        }),
  )
}
