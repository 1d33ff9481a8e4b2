import type { UnsubscribeClaim } from '#shared/email/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { SigningKeys } from '../../core/signed-text.ts'
import { commit, type Db, type Write } from '../../db/client.ts'
import { switchOff } from '../accounts/writes.ts'
import { unsubscribeOrder, unsubscribePurchase } from '../email/suppression-writes.ts'
import { readUnsubscribe } from '../email/unsubscribe-link.ts'
import { endSubscription } from './writes.ts'

/** Ends the one kind of mail that the link is about, and no other. Safe to repeat. @throws Problem 403 */
export async function unsubscribe(db: Db, token: string, keys: SigningKeys, now: number): Promise<void> {
  const claim = await readUnsubscribe(token, keys)
  if (!claim) {
    throw new Problem(403, 'This link is not valid. Use the one in the email, unchanged.', {
      event: { kind: 'key_wrong', detail: 'newsletter link' },
    })
  }
  await commit(db, [endOf(db, claim, now)])
}

function endOf(db: Db, claim: UnsubscribeClaim, now: number): Write {
  if ('userId' in claim) return switchOff(db, claim.userId, claim.preference, now)
  if ('reminderOf' in claim) return unsubscribeOrder(db, claim.reminderOf, now)
  if ('paymentId' in claim) return unsubscribePurchase(db, claim.paymentId, now)
  return endSubscription(db, claim.subscriberId, now)
}
