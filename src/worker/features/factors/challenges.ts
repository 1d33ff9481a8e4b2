import type { Db } from '../../db/client.ts'
import { issueValue, redeemValue } from '../../db/one-time-values.ts'

/** The purpose of a passkey challenge. A challenge for one use does not work for another one. */
export type Use =
  | { purpose: 'passkey_registration'; userId: number; sessionId: string }
  | {
      purpose: 'passkey_login'
      userId: number | null
      sessionId: string | null
      for: 'login' | 'second_factor' | 'reauthenticate'
    }

const dataOf = (use: Use) => ({
  sessionId: use.sessionId,
  for: use.purpose === 'passkey_login' ? use.for : null,
})

/** A new challenge (base64url), stored for five minutes. */
export async function newChallenge(db: Db, use: Use, now: number): Promise<string> {
  const { purpose, userId } = use
  const { value, write } = await issueValue(db, { purpose, userId, data: dataOf(use), now })
  await write
  return value
}

/** Uses a challenge up. False where it is unknown, used, expired, or was issued for another use. */
export async function takeChallenge(
  db: Db,
  challenge: string | null,
  use: Use,
  now: number,
): Promise<boolean> {
  if (challenge === null) return false
  const found = await redeemValue<ReturnType<typeof dataOf>>(db, use.purpose, challenge, now)
  const data = dataOf(use)
  return (
    found !== null &&
    found.userId === use.userId &&
    found.data.sessionId === data.sessionId &&
    found.data.for === data.for
  )
}
