import { readSignedText, signText } from '../../core/signed-text.ts'
import { PREFERENCES, type UnsubscribeClaim } from './contract.ts'

const PURPOSE = 'unsubscribe.v1'

/** `preference.account.signature` or `newsletter.subscriber.signature`. It never expires: an old mail must still end. */
export function signUnsubscribe(claim: UnsubscribeClaim, secret: string): Promise<string> {
  const body = 'userId' in claim ? `${claim.preference}.${claim.userId}` : `newsletter.${claim.subscriberId}`
  return signText(body, PURPOSE, secret)
}

/** Null where the token was not made by us, or was altered. */
export async function readUnsubscribe(token: string, secret: string): Promise<UnsubscribeClaim | null> {
  const body = await readSignedText(token, PURPOSE, secret)
  const [, what, who] = /^(\w{1,30})\.(\d{1,15})$/.exec(body ?? '') ?? []
  if (what === undefined) return null
  if (what === 'newsletter') return { subscriberId: Number(who) }
  const preference = PREFERENCES.find((known) => known === what)
  return preference ? { userId: Number(who), preference } : null
}
