import type { Db, Write } from '../../db/client.ts'
import { renewalNews } from './renewal-news.ts'
import { findFollowed } from './store.ts'
import type { ProviderSubscription } from './subscription-state.ts'
import { oweNews, whileUnchanged } from './writes.ts'

/**
 * What the provider's present word of a subscription changes for its owner, as debts that are written only while our row
 * still is as it was read: before the row follows, in one batch with it. So of all who notice a change, the owner's own
 * click, a webhook, a settlement, the sweep, one tells of it. `keys` name the debts; null: we hold no such subscription.
 */
export async function tellRenewal(
  db: Db,
  current: ProviderSubscription,
  now: number,
): Promise<{ known: boolean; writes: Write[]; keys: string[] }> {
  const found = await findFollowed(db, current.subscriptionId)
  if (!found) return { known: false, writes: [], keys: [] }
  const { subscription: before, productName, email } = found
  const { id, userId, scriptId: productId } = before
  const news = renewalNews({ id, productId, productName }, before, current, now)
  if (!news) return { known: true, writes: [], keys: [] }
  const key = `subscription:${id}:${crypto.randomUUID()}`
  return { known: true, ...oweNews(db, { key, userId, email, news, now }, whileUnchanged(before, now)) }
}
