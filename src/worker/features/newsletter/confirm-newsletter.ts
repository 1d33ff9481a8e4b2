import { emailKey } from '../../core/email-address.ts'
import { Problem } from '../../core/problem.ts'
import type { SigningKeys } from '../../core/signed-text.ts'
import { commit, type Db } from '../../db/client.ts'
import { preferNews } from '../accounts/writes.ts'
import { NEWSLETTER_LINK_MS, readNewsletter } from '../email/newsletter-link.ts'
import { answersTheQuestion } from './rules.ts'
import { findSubscriber, selectVerifiedAccount } from './store.ts'
import { confirmSubscriber } from './writes.ts'

/**
 * The owner of the address confirms the newsletter. Where an account has verified the address, its preference is
 * switched on as well: the preference decides for an account.
 * @throws Problem 403 where the token is not ours, 410 where it is too old or not for the latest request
 */
export async function confirmNewsletter(
  db: Db,
  token: string,
  keys: SigningKeys,
  now: number,
): Promise<void> {
  const claim = await readNewsletter(token, keys)
  if (!claim) {
    throw new Problem(403, 'This link is not valid. Use the one in the email, unchanged.', {
      event: { kind: 'key_wrong', detail: 'newsletter link' },
    })
  }
  const subscriber = await findSubscriber(db, claim.subscriberId)
  const late = claim.askedAt + NEWSLETTER_LINK_MS <= now
  if (late || !subscriber || !answersTheQuestion(subscriber, claim.askedAt)) {
    throw new Problem(
      410,
      'This link no longer works. Use the link in our latest email, or ask for the newsletter again with the contact form.',
    )
  }
  const [account] = await selectVerifiedAccount(db, emailKey(subscriber.email))
  await commit(db, [
    confirmSubscriber(db, subscriber.id, now),
    ...(account ? [preferNews(db, account.id, now)] : []),
  ])
}
