import { describeError } from '../../core/describe-error.ts'
import { sweepClock } from '../../core/sweep-budget.ts'
import { commit, type Write } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { standingEndsAt } from '../access/rules.ts'
import { queueMailOnce } from '../email/writes.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import { notifyRenewal } from './notify-renewal.ts'
import { renewalNews } from './renewal-news.ts'
import { type Followed, listOverdue } from './store.ts'
import { enqueueNews, followSubscription, markEnded, postponeSync, whileUnchanged } from './writes.ts'

/**
 * Brings our row to what the provider says, so the order in which events arrive does not matter: `now` is from before
 * the question, and an answer never overwrites that of a later question. Whoever notices a change first, the owner's
 * own click, a webhook or the sweep, tells the owner, and nobody after it does.
 * `not-yet`: we hold no such subscription; the settlement of its first payment may be under way. `stale`: our row says what
 * was asked for after `now`, perhaps by a machine whose clock is ahead, and does not follow: ask again later. `also` is
 * written with it.
 * @throws ProviderDown
 */
export async function syncSubscription(
  deps: ShopDeps,
  subscriptionId: string,
  now: number,
  also: Write[] = [],
): Promise<'synced' | 'not-yet' | 'gone' | 'stale'> {
  const current = await deps.providers.stripe.findSubscription(subscriptionId)
  if (!current) return 'gone'
  const { known, isStale, writes, keys } = await notifyRenewal(deps.db, current, now)
  if (!known) return 'not-yet'
  await commit(deps.db, [...writes, followSubscription(deps.db, current, now), ...also])
  deps.later(dispatchKeys(deps.env, deps.db, keys, now))
  return isStale ? 'stale' : 'synced'
}

/**
 * Subscriptions whose period is over but of whose renewal or end no event told us, until the instant `until`. One that fails
 * waits its turn.
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
      console.error(JSON.stringify({ at: 'sweep-subscriptions', id, error: describeError(error) }))
      await postponeSync(deps.db, id, clock.now())
    }
  }
  return overdue.length
}

/**
 * The provider does not know it, and its period is over: a person is told, once. Access runs out by itself; then it counts
 * as ended, and says so to its owner. Should the provider show it again, our row follows as ever.
 */
async function reportLost(deps: ShopDeps, { subscription, productName, email }: Followed, now: number) {
  const { db } = deps
  const { id, userId, scriptId: productId, stripeSubscriptionId, currentPeriodEnd } = subscription
  const endsAt = standingEndsAt(subscription)
  const data = {
    subscriptionId: id,
    productName,
    stripeSubscriptionId: stripeSubscriptionId ?? '',
    email,
    endsAt,
  }
  const mail = { template: 'subscription-lost', data } as const
  const alert = queueMailOnce(db, { key: `subscription-lost:${id}`, to: deps.config.supportEmail, mail, now })
  console.error(JSON.stringify({ at: 'sweep-subscriptions', lost: id }))
  const ended = { ...subscription, status: 'canceled' as const }
  const news = endsAt > now ? null : renewalNews({ id, productId, productName }, subscription, ended, now)
  if (!news) return commit(db, [alert])
  const input = { key: `subscription:${id}:${crypto.randomUUID()}`, userId, email, news, now }
  const { writes, keys } = enqueueNews(db, input, whileUnchanged(subscription, now))
  await commit(db, [alert, ...writes, markEnded(db, id, now, Math.max(currentPeriodEnd, endsAt))])
  deps.later(dispatchKeys(deps.env, db, keys, now))
}
