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
 * Asks the owner of an address whether the newsletter is wanted. Nothing is asked of one who has it, as a subscriber or
 * by the account's preference, nor while a question waits for its answer.
 */
export async function askSubscriber(deps: CoreDeps, email: string, now: number): Promise<void> {
  const { db } = deps
  const address = { email, emailKey: emailKey(email) }
  const [[known], [account]] = await db.batch([
    selectSubscriber(db, address.emailKey),
    selectVerifiedAccount(db, address.emailKey),
  ])
  if (account?.newAirdrops || (known && subscriberState(known, now) !== 'left')) return
  // Of two that ask after the same question, the second finds the key taken. A first question is distinguished by its
  // moment: an address may have been asked, forgotten and come back.
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
