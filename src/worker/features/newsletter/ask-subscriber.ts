import { emailKey } from '../../core/email-address.ts'
import { sha256Hex } from '../../core/tokens.ts'
import { refusedBy } from '../../db/client.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { queueNewsletter } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { enqueueEmail } from '../notifications/writes.ts'
import { subscriberState } from './rules.ts'
import { selectSubscriber, selectVerifiedAccount } from './store.ts'
import { askAgain, insertSubscriber } from './writes.ts'

/**
 * Asks the owner of an address to confirm the newsletter. Sends no mail where the owner has the newsletter already, as
 * a subscriber or by the account's preference, nor within `FRESH_MS` of an earlier request.
 */
export async function askSubscriber(deps: CoreDeps, email: string, now: number): Promise<void> {
  const { db } = deps
  const address = { email, emailKey: emailKey(email) }
  const [[known], [account]] = await db.batch([
    selectSubscriber(db, address.emailKey),
    selectVerifiedAccount(db, address.emailKey),
  ])
  if (account?.newAirdrops || (known && subscriberState(known, now) !== 'left')) return
  // Two simultaneous requests after the same earlier one have the same key, so the second is refused. The key of a
  // first request has its time: an address may be asked, deleted and entered again.
  const asked = known ? `after-${known.createdAt}` : `first-${now}`
  const key = `newsletter:${await sha256Hex(address.emailKey)}:${asked}`
  try {
    const writes = [
      known ? askAgain(db, known.id, now) : insertSubscriber(db, address, now),
      queueNewsletter(db, { key, to: email, emailKey: address.emailKey, now }),
      enqueueEmail(db, { key, deliveryKey: key, now }),
    ]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    if (refusedBy(error, 'subscribers') || refusedBy(error, 'email_deliveries')) return
    throw error
  }
}
