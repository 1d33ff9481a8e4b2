import { accessTo } from '#shared/access/rules.ts'
import type { Db, Write } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { selectOwnedGrantsOf } from '../access/find-access.ts'
import { queueByPurchase } from '../email/mail-portions.ts'
import { queueMailUnlessDeleted } from '../email/writes.ts'
import { endToRemindOf, remindWindow } from './rules.ts'
import { listEnding, updatesEndKey } from './store.ts'

/**
 * Queues one mail in the last week of a one-time purchase's updates, for owners who want promotional mails. Owners who
 * also have a plan, or bought the product again, lose nothing and get no mail. Returns the number of mails queued.
 */
export function remindUpdates(env: Env, db: Db, now: number): Promise<number> {
  const window = remindWindow(now)
  return queueByPurchase(
    { env, db },
    (after, limit) => listEnding(db, window, after, limit),
    (ending) => remind(db, ending, now),
    window.from,
  )
}

async function remind(
  db: Db,
  ending: Awaited<ReturnType<typeof listEnding>>,
  now: number,
): Promise<{ key: string; write: Write }[]> {
  const ownedGrants = await selectOwnedGrantsOf(db, [...new Set(ending.map(({ userId }) => userId))])
  return ending.flatMap(({ email, ...purchase }) => {
    const { grantId, purchasedAt, ...data } = purchase
    const own = ownedGrants.filter(({ userId }) => userId === data.userId)
    const endsAt = endToRemindOf({ grantId, purchasedAt }, accessTo(data.productId, own, now), now)
    if (endsAt === null) return []
    const key = updatesEndKey(grantId)
    const mail = { template: 'updates-end', data: { ...data, endsAt } } as const
    return [{ key, write: queueMailUnlessDeleted(db, { key, to: email, userId: data.userId, mail, now }) }]
  })
}
