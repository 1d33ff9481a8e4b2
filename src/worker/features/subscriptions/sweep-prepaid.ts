import { formatDay } from '../../core/format-day.ts'
import { formatCents } from '../../core/money.ts'
import { toIso } from '../../core/time.ts'
import { commit, type Write } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import type { UserMessage } from '../notifications/contract.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import { REMIND_BEFORE_MS, type Reminder, reminderOf } from './prepaid-rules.ts'
import { type Followed, listPrepaidEnding } from './store.ts'
import type { News } from './subscription-state.ts'
import { endPrepaid, enqueueNews, whileEnding } from './writes.ts'

const PORTION = 50
const PORTIONS_PER_RUN = 20

/**
 * Months paid in advance that are about to end, or have: nobody renews them, so their owners are told three days before,
 * on the day, and when it is over, each once per end. What was renewed meanwhile is left alone by the writes themselves.
 * Returns how many it looked at.
 */
export async function sweepPrepaid(deps: ShopDeps, now: number): Promise<number> {
  const over = await walk(deps, { from: 0, to: now }, now, (one) => tellEnd(deps, one, now))
  const ending = await walk(deps, { from: now, to: now + REMIND_BEFORE_MS }, now, (one) =>
    remind(deps, one, now),
  )
  return over + ending
}

type Told = { writes: Write[]; keys: string[] }

async function walk(
  deps: ShopDeps,
  window: { from: number; to: number },
  now: number,
  tell: (one: Followed) => Told,
): Promise<number> {
  let after = { currentPeriodEnd: window.from, id: 0 }
  let count = 0
  for (let portion = 0; portion < PORTIONS_PER_RUN; portion++) {
    const rows = await listPrepaidEnding(deps.db, window, after, PORTION)
    const last = rows.at(-1)
    if (!last) break
    after = last.subscription
    count += rows.length
    const told = rows.map(tell)
    await commit(
      deps.db,
      told.flatMap(({ writes }) => writes),
    )
    const keys = told.flatMap((one) => one.keys)
    await dispatchKeys(deps.env, deps.db, keys, now)
  }
  return count
}

function tellEnd(deps: ShopDeps, { subscription, productName, email }: Followed, now: number): Told {
  const { id, userId, scriptId: productId, currentPeriodEnd: endedAt } = subscription
  const data = { subscriptionId: id, productId, productName, endedAt }
  const news: News = {
    messages: say(`prepaid-${id}-${endedAt}-ended`, now, {
      title: 'Subscription ended',
      message: `${productName} was paid until ${formatDay(endedAt)}. Renew it with crypto in My Subscriptions.`,
    }),
    mail: { template: 'subscription-ended', data: { ...data, why: 'prepaid', may: 'subscribe' } },
  }
  const input = { key: `prepaid-ended:${id}:${endedAt}`, userId, email, news, now }
  const { writes, keys } = enqueueNews(deps.db, input, whileEnding(subscription))
  return { writes: [...writes, endPrepaid(deps.db, subscription, now)], keys }
}

function remind(
  deps: ShopDeps,
  { subscription, productName, priceCents, email }: Followed,
  now: number,
): Told {
  const { id, userId, currentPeriodEnd: endsAt } = subscription
  const when = reminderOf(endsAt, now)
  if (when === null) return { writes: [], keys: [] }
  const data = { subscriptionId: id, productName, endsAt, priceCents, when }
  const news: News = {
    messages: say(`prepaid-${id}-${endsAt}-${when}`, now, {
      title: TITLES[when],
      message: `${productName} is paid until ${formatDay(endsAt)}. Add a month for ${formatCents(priceCents)} in My Subscriptions.`,
    }),
    mail: { template: 'prepaid-ending', data },
  }
  const input = { key: `prepaid-ending:${id}:${endsAt}:${when}`, userId, email, news, now }
  return enqueueNews(deps.db, input, whileEnding(subscription))
}

const TITLES: Record<Reminder, string> = {
  soon: 'Your prepaid month ends soon',
  today: 'Your prepaid month ends now',
}

function say(id: string, now: number, text: { title: string; message: string }): UserMessage[] {
  const timestamp = toIso(now)
  const data = { id, type: 'warning' as const, ...text, timestamp, read: false }
  return [{ type: 'dashboard_refresh' }, { type: 'notification', timestamp, data }]
}
