import { noteAction } from '../../db/audit.ts'
import type { Actor } from '../../http/actor.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { changeForOwner } from '../subscriptions/change-renewal.ts'

type RenewalAction = 'cancel' | 'end' | 'resume'

/**
 * What its owner could do about a subscription, done for them, or its end at once. Written down with the change.
 * @throws Problem 404, 409 where it has ended, or never renews itself; ProviderDown
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
