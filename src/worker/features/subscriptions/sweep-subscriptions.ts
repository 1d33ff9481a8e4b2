import { subscriptionEndsAt } from '#shared/access/rules.ts'
import { logError } from '../../core/log-error.ts'
import { sweepClock } from '../../core/sweep-budget.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { queueMailOnce } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { renewalNews } from './renewal-news.ts'
import { type Followed, listOverdue } from './store.ts'
import { syncSubscription } from './sync-subscription.ts'
import { markEnded, notifyOwner, postponeSync, whileUnchanged } from './writes.ts'

/**
 * Syncs subscriptions whose period is over without an event of their renewal or end. Stops at the instant `until`. A
 * subscription that fails is postponed.
 */
export async function sweepSubscriptions(deps: ShopDeps, now: number, until?: number): Promise<number> {
  const clock = sweepClock(now, until)
  const overdue = await listOverdue(deps.db, now, 20)
  for (const one of overdue) {
    if (clock.isOver()) break
    const { id, stripeSubscriptionId } = one.subscription
    try {
      const outcome = await syncSubscription(deps, stripeSubscriptionId ?? '', clock.now())
      if (outcome === 'gone') await reportLost(deps, one, clock.now())
      if (outcome !== 'synced') await postponeSync(deps.db, id, clock.now())
    } catch (error) {
      logError('sweep-subscriptions', { id, error })
      await postponeSync(deps.db, id, clock.now())
    }
  }
  return overdue.length
}

/**
 * The provider does not know the subscription, and its period is over: support is notified once. Access expires
 * automatically. After that the subscription is marked ended, and its owner is notified. If the provider reports it
 * again, our row is synced as usual.
 */
async function reportLost(
  deps: ShopDeps,
  { subscription, productName, monthlyCents, email }: Followed,
  now: number,
) {
  const { db } = deps
  const { id, userId, scriptId: productId, stripeSubscriptionId, currentPeriodEnd } = subscription
  const endsAt = subscriptionEndsAt(subscription)
  const data = {
    subscriptionId: id,
    productName,
    stripeSubscriptionId: stripeSubscriptionId ?? '',
    email,
    endsAt,
  }
  const mail = { template: 'subscription-lost', data } as const
  const alert = queueMailOnce(db, { key: `subscription-lost:${id}`, to: deps.config.supportEmail, mail, now })
  logError('sweep-subscriptions', { lost: id })
  const ended = { ...subscription, status: 'canceled' as const }
  const subject = { id, productId, productName, monthlyCents }
  const news = endsAt > now ? null : renewalNews(subject, subscription, ended, now)
  if (!news) return commitAndDispatch(deps, [alert], now)
  const input = { key: `subscription:${id}:${crypto.randomUUID()}`, userId, email, news, now }
  const writes = [
    alert,
    ...notifyOwner(db, input, whileUnchanged(subscription, now)),
    markEnded(db, id, now, Math.max(currentPeriodEnd, endsAt)),
  ]
  await commitAndDispatch(deps, writes, now)
}
