import { sql } from 'drizzle-orm'
import { PRODUCTS_LINK } from '#shared/notifications/link-rules.ts'
import { Problem } from '../../core/problem.ts'
import { refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { revokeByHand } from '../access/writes.ts'
import { syncLicences } from '../licences/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { notification, REFRESH } from '../notifications/message-rules.ts'
import { enqueueUserMessages } from '../notifications/writes.ts'
import { findGrant } from './store.ts'
import { noteUserAction } from './writes.ts'

/**
 * Revokes a grant given by hand, with its licence, and notifies its owner live.
 * @throws Problem 404, 409 where the grant was paid for (`data.paymentId`) or has ended
 */
export async function revokeAccess(
  deps: CoreDeps,
  actor: Actor,
  { userId, grantId }: { userId: number; grantId: number },
  now: number,
): Promise<void> {
  const { db } = deps
  const found = await findGrant(db, userId, grantId)
  if (!found) throw new Problem(404, 'There is no such access.')
  const { grant, product } = found
  if (grant.accessType !== 'admin' && grant.accessType !== 'free') {
    const message = 'This access was paid for. It ends with a refund of its payment.'
    throw new Problem(409, message, { data: { paymentId: grant.paymentId } })
  }
  const key = `access-revoked:${grantId}`
  const title = 'Access ended'
  const message = `The access to ${product.name} that we gave you has ended.`
  const link = PRODUCTS_LINK
  const messages = [REFRESH, notification({ id: key, type: 'warning', title, message, link }, now)]
  const facts = { grantId, productId: product.id, type: grant.accessType }
  try {
    const writes = [
      noteUserAction(db, {
        actor,
        userId,
        now,
        action: 'user.revoke-access',
        onlyIf: sql`exists (select 1 from user_scripts g where g.id = ${grantId} and g.is_active = 1)`,
        before: { ...facts, status: 'active' },
        after: { ...facts, status: 'revoked' },
      }),
      revokeByHand(db, grantId, now),
      syncLicences(db, sql`(${grantId})`, now),
      enqueueUserMessages(db, { key, userId, messages, now }),
    ]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action')) throw error
    throw new Problem(409, 'This access has ended already.')
  }
}
