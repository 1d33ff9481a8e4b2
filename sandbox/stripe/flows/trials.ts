import type Stripe from 'stripe'
import type { Box } from '../../box.ts'
import { emit } from '../emit.ts'
import { FAILING_CARD } from '../objects/card.ts'
import { save } from '../objects/store.ts'
import { cancelSubscription, cardOf, failRenewal, renewSubscription } from './subscriptions.ts'

type Subscription = Stripe.Subscription

/** Stripe announces the end of a trial this long before, and that of a shorter trial at its start. Seconds. */
const ANNOUNCED_BEFORE = 3 * 86_400

const trialing = "kind = 'subscription' AND json_extract(body, '$.status') = 'trialing'"
/** When the next step of a trial is due, in seconds: its announcement, then its end. */
const dueAt = `json_extract(body, '$.trial_end') - iif(backstage IS NULL, ${ANNOUNCED_BEFORE}, 0)`

/** Sends `customer.subscription.trial_will_end` where the trial ends within three days. `now` in seconds. */
export function announceEndingTrial(box: Box, subscription: Subscription, now: number): void {
  const { status, trial_end: end } = subscription
  if (status !== 'trialing' || end === null || end - now > ANNOUNCED_BEFORE) return
  save(box, subscription, { announced: true })
  emit(box, 'customer.subscription.trial_will_end', subscription)
}

/** Ends a trial: cancels the subscription where that is scheduled, else charges the first month to its card. */
export function endTrial(box: Box, subscription: Subscription): Subscription {
  if (subscription.cancel_at_period_end) return cancelSubscription(box, subscription)
  const fails = cardOf(box, subscription) === FAILING_CARD
  return fails ? failRenewal(box, subscription) : renewSubscription(box, subscription)
}

/** Announces and ends the trials whose time has come. `now` in milliseconds. */
export function followDueTrials(box: Box, now: number): void {
  const due = box.sql
    .exec<{ body: string }>(`SELECT body FROM stripe_objects WHERE ${trialing} AND ${dueAt} <= ?`, now / 1000)
    .toArray()
  box.transact(() => {
    for (const { body } of due) {
      const subscription = JSON.parse(body) as Subscription
      if ((subscription.trial_end ?? 0) * 1000 <= now) endTrial(box, subscription)
      else announceEndingTrial(box, subscription, now / 1000)
    }
  })
}

/** When the next step of any trial is due, in epoch milliseconds. */
export function nextTrialStep(box: Box): number | null {
  const sql = `SELECT min(${dueAt}) * 1000 AS at FROM stripe_objects WHERE ${trialing}`
  return box.sql.exec<{ at: number | null }>(sql).one().at
}
