import { PREFERENCES, type UnsubscribeClaim } from '#shared/email/contract.ts'
import { readSignedText, type SigningKeys, signText } from '../../core/signed-text.ts'

const PURPOSE = 'unsubscribe.v1'

/**
 * `preference.account.signature`, `newsletter.subscriber.signature`, `purchase.payment.signature` or
 * `reminder.payment.signature`. The token never
 * expires: the link in an old mail must still work.
 */
export function signUnsubscribe(claim: UnsubscribeClaim, secret: string): Promise<string> {
  return signText(bodyOf(claim), PURPOSE, secret)
}

function bodyOf(claim: UnsubscribeClaim): string {
  if ('userId' in claim) return `${claim.preference}.${claim.userId}`
  if ('reminderOf' in claim) return `reminder.${claim.reminderOf}`
  return 'paymentId' in claim ? `purchase.${claim.paymentId}` : `newsletter.${claim.subscriberId}`
}

/** Null where the token was not made by us, or was altered. */
export async function readUnsubscribe(token: string, keys: SigningKeys): Promise<UnsubscribeClaim | null> {
  const body = await readSignedText(token, PURPOSE, keys)
  const [, what, who] = /^(\w{1,30})\.(\d{1,15})$/.exec(body ?? '') ?? []
  if (what === undefined) return null
  if (what === 'newsletter') return { subscriberId: Number(who) }
  if (what === 'reminder') return { reminderOf: Number(who) }
  if (what === 'purchase') return { paymentId: Number(who) }
  const preference = PREFERENCES.find((known) => known === what)
  return preference ? { userId: Number(who), preference } : null
}
