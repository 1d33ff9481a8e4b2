import type { Db, Write } from '../../db/client.ts'
import { renewalNews } from './renewal-news.ts'
import { findFollowed } from './store.ts'
import { isLaterAnswer, type ProviderSubscription } from './subscription-state.ts'
import { notifyOwner, whileUnchanged } from './writes.ts'

/**
 * Notifies the owner of a change at the provider. The messages are written before the row is updated in the same batch,
 * and only if the row is unchanged since it was read. So of all handlers that see a change (the owner's click, a
 * webhook, a settlement, the sweep) one notifies. `isStale`: our row has the answer to a request after `now`.
 */
export async function notifyRenewal(
  db: Db,
  current: ProviderSubscription,
  now: number,
): Promise<{ known: boolean; isStale: boolean; writes: Write[] }> {
  const found = await findFollowed(db, current.subscriptionId)
  if (!found) return { known: false, isStale: false, writes: [] }
  const { subscription: before, productName, monthlyCents, email } = found
  const { id, userId, scriptId: productId } = before
  const news = renewalNews({ id, productId, productName, monthlyCents }, before, current, now)
  const about = { known: true, isStale: isLaterAnswer(before.observedAt, now) }
  if (!news) return { ...about, writes: [] }
  const key = `subscription:${id}:${crypto.randomUUID()}`
  const writes = notifyOwner(db, { key, userId, email, news, now }, whileUnchanged(before, now))
  return { ...about, writes }
}
