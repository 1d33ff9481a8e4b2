import { noteAction } from '../../db/audit.ts'
import type { Actor } from '../../http/actor.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { changeForOwner } from '../subscriptions/change-renewal.ts'

type RenewalAction = 'cancel' | 'end' | 'resume'

/**
 * Cancels or resumes a subscription for its owner, or ends it at once. The audit entry is written with the change.
 * @throws Problem 404, 409 where the subscription has ended, or never renews automatically; ProviderDown
 */
export const changeSubscription = (
  deps: ShopDeps,
  { id: actorId, ip }: Actor,
  id: number,
  action: RenewalAction,
  now: number,
): Promise<void> =>
  changeForOwner(
    deps,
    id,
    action,
    ({ status, cancelAtPeriodEnd, currentPeriodEnd }) =>
      noteAction(deps.db, {
        actorId,
        ip,
        now,
        action: `subscription.${action}` as const,
        subject: `subscription:${id}`,
        before: { status, cancelAtPeriodEnd, currentPeriodEnd },
        after: { action },
      }),
    now,
  )
