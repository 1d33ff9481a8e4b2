import { accessTo } from '#shared/access/rules.ts'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { formatCents } from '#shared/core/money.ts'
import type { UserMessage } from '#shared/notifications/contract.ts'
import { SUBSCRIPTIONS_LINK } from '#shared/notifications/link-rules.ts'
import type { Db, Write } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { selectOwnedGrantsOf } from '../access/find-access.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { notification, REFRESH } from '../notifications/message-rules.ts'
import { REMIND_BEFORE_MS, type Reminder, reminderOf } from './prepaid-rules.ts'
import { type Followed, listPrepaidEnding } from './store.ts'
import type { News } from './subscription-state.ts'
import { endPrepaid, notifyOwner, whileEnding } from './writes.ts'

const PORTION = 50
const PORTIONS_PER_RUN = 20

/**
 * Prepaid subscriptions that end soon or have ended. They never renew automatically, so their owners are notified three
 * days before, on the day, and after the end, each once per end. No reminder goes to an owner who keeps the product by
 * another purchase. The writes skip a subscription that was renewed
 * meanwhile. Returns the number of subscriptions found.
 */
export async function sweepPrepaid(deps: ShopDeps, now: number): Promise<number> {
  const over = await walk(deps, { from: 0, to: now }, now, async (rows) =>
    rows.flatMap((one) => notifyEnd(deps, one, now)),
  )
  const ending = await walk(deps, { from: now, to: now + REMIND_BEFORE_MS }, now, async (rows) =>
    (await losing(deps.db, rows)).flatMap((one) => remind(deps, one, now)),
  )
  return over + ending
}

/** Those whose owner has no other access to the product that goes on after the end. */
async function losing(db: Db, rows: Followed[]): Promise<Followed[]> {
  const userIds = [...new Set(rows.flatMap(({ subscription }) => subscription.userId ?? []))]
  const scriptIds = new Set([
    ...rows.map(({ subscription }) => subscription.scriptId),
    PREMIUM_ID,
    LIFETIME_ID,
  ])
  const grants = await selectOwnedGrantsOf(db, userIds, [...scriptIds])
  return rows.filter(({ subscription: { userId, scriptId, currentPeriodEnd } }) => {
    const own = grants.filter((grant) => grant.userId === userId)
    return accessTo(scriptId, own, currentPeriodEnd) === null
  })
}

async function walk(
  deps: ShopDeps,
  window: { from: number; to: number },
  now: number,
  notify: (rows: Followed[]) => Promise<Write[]>,
): Promise<number> {
  let after = { currentPeriodEnd: window.from, id: 0 }
  let count = 0
  for (let portion = 0; portion < PORTIONS_PER_RUN; portion++) {
    const rows = await listPrepaidEnding(deps.db, window, after, PORTION)
    const last = rows.at(-1)
    if (!last) break
    after = last.subscription
    count += rows.length
    await commitAndDispatch({ env: deps.env, db: deps.db }, await notify(rows), now)
  }
  return count
}

function notifyEnd(deps: ShopDeps, { subscription, productName, email }: Followed, now: number): Write[] {
  const { id, userId, scriptId: productId, currentPeriodEnd: endedAt } = subscription
  const data = { subscriptionId: id, productId, productName, endedAt }
  const news: News = {
    messages: warningOf(`prepaid-${id}-${endedAt}-ended`, now, {
      title: 'Subscription ended',
      message: `${productName} ended on ${formatDay(endedAt)} (UTC). Renew it with crypto in My Subscriptions.`,
    }),
    mail: { template: 'subscription-ended', data: { ...data, why: 'prepaid', may: 'subscribe' } },
  }
  const input = { key: `prepaid-ended:${id}:${endedAt}`, userId, email, news, now }
  const notice = notifyOwner(deps.db, input, whileEnding(subscription))
  return [...notice, endPrepaid(deps.db, subscription, now)]
}

function remind(
  deps: ShopDeps,
  { subscription, productName, priceCents, email }: Followed,
  now: number,
): Write[] {
  const { id, userId, currentPeriodEnd: endsAt } = subscription
  const when = reminderOf(endsAt, now)
  if (when === null) return []
  const data = { subscriptionId: id, productName, endsAt, priceCents, when }
  const news: News = {
    messages: warningOf(`prepaid-${id}-${endsAt}-${when}`, now, {
      title: TITLES[when],
      message: `${productName} ends on ${formatDay(endsAt)} (UTC). Add a month for ${formatCents(priceCents)} in My Subscriptions.`,
    }),
    mail: { template: 'prepaid-ending', data },
  }
  const input = { key: `prepaid-ending:${id}:${endsAt}:${when}`, userId, email, news, now }
  return notifyOwner(deps.db, input, whileEnding(subscription))
}

const TITLES: Record<Reminder, string> = {
  soon: 'Your subscription ends soon',
  today: 'Your subscription ends within a day',
}

function warningOf(id: string, now: number, text: { title: string; message: string }): UserMessage[] {
  return [REFRESH, notification({ id, type: 'warning', ...text, link: SUBSCRIPTIONS_LINK }, now)]
}
