import { describeError } from '../../core/describe-error.ts'
import type { Db } from '../../db/client.ts'
import type { Config } from '../../providers/config.ts'
import type { Mailer } from '../../providers/mailer.ts'
import { renderMail } from './render-mail.ts'
import { MAX_ATTEMPTS, retryDelaySeconds } from './retry-rules.ts'
import type { Delivery } from './store.ts'
import { claimDelivery, markDead, markRetrying, markSent } from './writes.ts'

export type SendOutcome = { done: true } | { done: false; retryInSeconds: number }

/**
 * One try at one mail. The row is claimed first, so of two consumers one sends, and none before it is due; the provider
 * gets the same idempotency key at every try of a run, so a crash after sending is not a second mail.
 */
export async function sendEmail(
  deps: { db: Db; config: Config; mailer: Mailer },
  deliveryKey: string,
  now: number,
): Promise<SendOutcome> {
  const [delivery] = await claimDelivery(deps.db, deliveryKey, now)
  if (!delivery) return { done: true }
  const mail = await renderMail(delivery, deps.config).catch(describeError)
  if (typeof mail === 'string') return bury(deps.db, delivery, mail, now)
  const outcome = await deps.mailer.send(mail, `${delivery.reference}:${delivery.run}`)
  if (outcome.sent) {
    await markSent(deps.db, delivery.id, outcome.messageId, now)
    return { done: true }
  }
  if (outcome.permanent || delivery.attempts >= MAX_ATTEMPTS)
    return bury(deps.db, delivery, outcome.error, now)
  const retryInSeconds = retryDelaySeconds(delivery.attempts, deps.config.mailRetryBaseSeconds)
  await markRetrying(deps.db, delivery.id, outcome.error, now + retryInSeconds * 1000, now)
  return { done: false, retryInSeconds }
}

async function bury(db: Db, delivery: Delivery, error: string, now: number): Promise<SendOutcome> {
  await markDead(db, delivery.id, error, now)
  console.error(JSON.stringify({ at: 'send-email', dead: delivery.key, error }))
  return { done: true }
}
