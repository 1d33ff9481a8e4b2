import type { Db, Write } from '../../db/client.ts'
import { renewalNews } from './renewal-news.ts'
import { findFollowed } from './store.ts'
import type { ProviderSubscription } from './subscription-state.ts'
import { oweNews, whileUnchanged } from './writes.ts'

/**
 * What the provider's present word of a subscription changes for its owner, as debts that are written only while our row
 * still is as it was read: before the row follows, in one batch with it. So of all who notice a change, the owner's own
 * click, a webhook, a settlement, the sweep, one tells of it. `keys` name the debts. `isStale`: our row says what was asked
 * for after `now`.
 */
export async function tellRenewal(
  db: Db,
  current: ProviderSubscription,
  now: number,
): Promise<{ known: boolean; isStale: boolean; writes: Write[]; keys: string[] }> {
  const found = await findFollowed(db, current.subscriptionId)
  if (!found) return { known: false, isStale: false, writes: [], keys: [] }
  const { subscription: before, productName, email } = found
  const { id, userId, scriptId: productId } = before
  const news = renewalNews({ id, productId, productName }, before, current, now)
  const about = { known: true, isStale: before.observedAt > now }
  if (!news) return { ...about, writes: [], keys: [] }
  const key = `subscription:${id}:${crypto.randomUUID()}`
  return { ...about, ...oweNews(db, { key, userId, email, news, now }, whileUnchanged(before, now)) }
}
