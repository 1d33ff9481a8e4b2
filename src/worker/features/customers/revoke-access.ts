import { sql } from 'drizzle-orm'
import { Problem } from '../../core/problem.ts'
import { toIso } from '../../core/time.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import { revokeByHand } from '../access/writes.ts'
import { restateLicences } from '../licences/writes.ts'
import type { UserMessage } from '../notifications/contract.ts'
import { enqueueUserMessages } from '../notifications/writes.ts'
import { findGrant } from './store.ts'
import { noteUserAction } from './writes.ts'

/**
 * Takes back what was given by hand, with its licence, and tells its owner's screens. Returns the outbox keys.
 * @throws Problem 404, 409 where it was paid for (`data.paymentId`) or has ended
 */
export async function revokeAccess(
  db: Db,
  actor: Actor,
  { userId, grantId }: { userId: number; grantId: number },
  now: number,
): Promise<string[]> {
  const found = await findGrant(db, userId, grantId)
  if (!found) throw new Problem(404, 'There is no such access.')
  const { grant, product } = found
  if (grant.accessType !== 'admin' && grant.accessType !== 'free') {
    const message = 'This access was paid for. It ends with a refund of its payment.'
    throw new Problem(409, message, { data: { paymentId: grant.paymentId } })
  }
  const key = `access-revoked:${grantId}`
  const facts = { grantId, productId: product.id, type: grant.accessType }
  try {
    await commit(db, [
      noteUserAction(db, {
        ...{ actor, userId, now, action: 'user.revoke-access' },
        onlyWhere: sql`exists (select 1 from user_scripts g where g.id = ${grantId} and g.is_active = 1)`,
        ...{ before: { ...facts, status: 'active' }, after: { ...facts, status: 'revoked' } },
      }),
      revokeByHand(db, grantId, now),
      restateLicences(db, sql`(${grantId})`, now),
      enqueueUserMessages(db, { key, userId, messages: news(key, product.name, now), now }),
    ])
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
    throw new Problem(409, 'This access has ended already.')
  }
  return [key]
}

function news(key: string, productName: string, now: number): UserMessage[] {
  const timestamp = toIso(now)
  const title = 'Access ended'
  const message = `Your access to ${productName} was ended by the shop.`
  return [
    { type: 'dashboard_refresh' },
    {
      type: 'notification',
      timestamp,
      data: { id: key, type: 'warning', title, message, timestamp, read: false },
    },
  ]
}
