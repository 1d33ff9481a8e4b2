import { formatDay } from '#shared/core/format-day.ts'
import { formatCents } from '#shared/core/money.ts'
import { DAY } from '#shared/core/time.ts'
import { SUBSCRIPTIONS_LINK } from '#shared/notifications/link-rules.ts'
import type { Write } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { notification, REFRESH } from '../notifications/message-rules.ts'
import { REMIND_BEFORE_MS } from './prepaid-rules.ts'
import { type Followed, listEndingTrials } from './store.ts'
import type { News } from './subscription-state.ts'
import { notifyOwner, whileTrialing } from './writes.ts'

const PORTION = 50
const PORTIONS_PER_RUN = 20

/** A trial that started less than this long ago was announced by its receipt, with the same amount and date. */
const JUST_STARTED_MS = DAY

/**
 * Reminds the owners of trials three days before the first charge, once per date. A trial that was cancelled gets none,
 * also where that happens meanwhile. Returns the number of trials found.
 */
export async function sweepTrials(deps: ShopDeps, now: number): Promise<number> {
  const window = { from: now, to: now + REMIND_BEFORE_MS }
  let after = { trialEndsAt: now, id: 0 }
  let count = 0
  for (let portion = 0; portion < PORTIONS_PER_RUN; portion++) {
    const rows = await listEndingTrials(deps.db, window, after, PORTION)
    const last = rows.at(-1)
    if (!last) break
    after = { id: last.subscription.id, trialEndsAt: last.subscription.trialEndsAt ?? now }
    count += rows.length
    await commitAndDispatch(
      { env: deps.env, db: deps.db },
      rows.flatMap((one) => remind(deps, one, now)),
      now,
    )
  }
  return count
}

function remind(
  deps: ShopDeps,
  { subscription, productName, monthlyCents, email }: Followed,
  now: number,
): Write[] {
  const { id, userId, trialEndsAt: endsAt, createdAt } = subscription
  if (endsAt === null || createdAt > now - JUST_STARTED_MS) return []
  const key = `trial-ending:${id}:${endsAt}`
  const title = 'Your free days end soon'
  const message = `${productName} costs ${formatCents(monthlyCents)} a month from ${formatDay(endsAt)} (UTC). Cancel before that day and nothing is charged.`
  const note = {
    id: `trial-${id}-${endsAt}`,
    type: 'info' as const,
    title,
    message,
    link: SUBSCRIPTIONS_LINK,
  }
  const news: News = {
    messages: [REFRESH, notification(note, now)],
    mail: { template: 'trial-ending', data: { subscriptionId: id, productName, endsAt, monthlyCents } },
  }
  return notifyOwner(deps.db, { key, userId, email, news, now }, whileTrialing(subscription))
}
