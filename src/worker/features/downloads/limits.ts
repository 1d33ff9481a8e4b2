import { emailIdentity } from '../../core/email-address.ts'
import { limitRate } from '../../http/rate-limit.ts'
import type { Env } from '../../providers/env.ts'

const PER_RECIPIENT = { burst: 5, refillSeconds: 900 }

/** Over all senders: nobody's inbox is filled through us. @throws Problem 429 */
export const limitRecipient = (env: Env, address: string): Promise<void> =>
  limitRate(env, `email-product:to:${emailIdentity(address)}`, PER_RECIPIENT)
