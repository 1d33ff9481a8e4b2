import { forgiveRate, limitRate } from '../../http/rate-limit.ts'
import type { Env } from '../../providers/env.ts'

/** Of a million codes three are right at a time: at most 288 tries a day find one in 1200 days. */
const CODES = { burst: 10, refillSeconds: 300 }

/** Passkey calls without a session, each of which costs a row. */
export const PASSKEY_PER_ADDRESS = { burst: 30, refillSeconds: 5 }

/** Passkey calls in a session, each of which costs a row. By session: a thief of another one must not use the owner's up. */
const PASSKEY_PER_SESSION = { burst: 30, refillSeconds: 5 }

/** Each change sends a mail, to an address that may be unconfirmed. */
const CHANGES = { burst: 10, refillSeconds: 600 }

/** Where codes are tried: at the login of an account, or in a session. */
export type Tries = { userId: number; isKnownDevice: boolean } | { sessionId: string }

/**
 * Strangers share one limit of the account. A browser where the owner has logged in before has the other one, so that a
 * stranger with the password cannot lock the owner out.
 */
const keyOf = (tries: Tries) =>
  'sessionId' in tries
    ? `factor:session:${tries.sessionId}`
    : `factor:${tries.isKnownDevice ? 'known' : 'stranger'}:user:${tries.userId}`

/** @throws Problem 429 */
export const limitCodes = (env: Env, tries: Tries) => limitRate(env, keyOf(tries), CODES)
export const forgiveCodes = (env: Env, tries: Tries) => forgiveRate(env, keyOf(tries))

/** @throws Problem 429 */
export const limitOptions = (env: Env, sessionId: string) =>
  limitRate(env, `factor-options:session:${sessionId}`, PASSKEY_PER_SESSION)

/** @throws Problem 429 */
export const limitChanges = (env: Env, userId: number) =>
  limitRate(env, `factor-change:user:${userId}`, CHANGES)
