import type { Db, Write } from '../../db/client.ts'
import { renewalNews } from './renewal-news.ts'
import { findFollowed } from './store.ts'
import type { ProviderSubscription } from './subscription-state.ts'
import { enqueueNews, whileUnchanged } from './writes.ts'

/**
 * Notifies the owner of what changed at the provider. The messages are written only while our row is as it was read, before
 * the row is updated in the same batch: so of all handlers that notice a change (the owner's click, a webhook, a settlement,
 * the sweep) one notifies. `keys` are the outbox keys. `isStale`: our row holds an answer that was asked for after `now`.
 */
export async function notifyRenewal(
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
  return { ...about, ...enqueueNews(db, { key, userId, email, news, now }, whileUnchanged(before, now)) }
}
