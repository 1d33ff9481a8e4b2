import type { SuppressionReason } from '#shared/email/contract.ts'
import { isFinding, isSuppressed, needsPerson } from '#shared/email/outcome-rules.ts'
import { describeError } from '../../core/describe-error.ts'
import { logError } from '../../core/log-error.ts'
import { commit, type Db } from '../../db/client.ts'
import { noteFindings } from '../../db/findings.ts'
import type { Config } from '../../providers/config.ts'
import type { Mailer } from '../../providers/mailer.ts'
import {
  claimDelivery,
  markDead,
  markRetrying,
  markSent,
  markSuppressed,
  queueUndelivered,
  undeliveredFinding,
} from './delivery-writes.ts'
import { renderMail } from './render-mail.ts'
import { MAX_ATTEMPTS, retryDelaySeconds } from './retry-rules.ts'
import { type Delivery, findSuppression, readMailContext } from './store.ts'

export type SendOutcome = { done: true } | { done: false; retryInSeconds: number }

/**
 * Makes one attempt at one mail. The row is claimed first, so only one of two consumers sends the mail, and not before
 * it is due. The provider gets the same idempotency key at every attempt of a run, so a crash after sending causes no
 * second mail.
 */
export async function sendEmail(
  deps: { db: Db; config: Config; mailer: Mailer },
  deliveryKey: string,
  now: number,
): Promise<SendOutcome> {
  const [delivery] = await claimDelivery(deps.db, deliveryKey, now)
  if (!delivery) return { done: true }
  const mark = await findSuppression(deps.db, delivery.toAddress)
  if (mark && isSuppressed(delivery, mark.reason)) return writeSuppressed(deps, delivery, whyNot(mark), now)
  const context = await readMailContext(deps.db, delivery)
  const mail = await renderMail(delivery, deps.config, context).catch(describeError)
  if (typeof mail === 'string') return markUndeliverable(deps.db, delivery, mail, now)
  const outcome = await deps.mailer.send(
    { ...mail, ...tagsOf(delivery) },
    `${delivery.reference}:${delivery.run}`,
  )
  if (outcome.sent) {
    await markSent(deps.db, delivery.id, outcome.messageId, now)
    return { done: true }
  }
  if (outcome.permanent || delivery.attempts >= MAX_ATTEMPTS)
    return markUndeliverable(deps.db, delivery, outcome.error, now)
  const retryInSeconds = retryDelaySeconds(delivery.attempts, deps.config.mailRetryBaseSeconds)
  await markRetrying(deps.db, delivery.id, outcome.error, now + retryInSeconds * 1000, now)
  return { done: false, retryInSeconds }
}

/** The provider repeats these tags in its reports, even where the response to our call was lost. */
const tagsOf = ({ id, run, reference }: Delivery) =>
  // The reference of an older mail is its key, which has characters that a tag may not have.
  /^\w+$/.test(reference) ? { tags: { delivery: String(id), reference, run: String(run) } } : {}

const whyNot = ({ reason, detail }: { reason: SuppressionReason; detail: string | null }): string =>
  reason === 'complained'
    ? 'Not sent: the recipient marked an earlier mail as spam.'
    : `Not sent: mail to this address bounces${detail === null ? '.' : ` (${detail})`}`

/** Records the mail without sending it: the provider counts mails to a suppressed address against the shop. */
async function writeSuppressed(
  { db, config }: { db: Db; config: Config },
  delivery: Delivery,
  error: string,
  now: number,
): Promise<SendOutcome> {
  const notifiesSupport = needsPerson(delivery) && delivery.toAddress !== config.supportEmail
  const notice = { to: config.supportEmail, email: delivery.toAddress, reason: error, now }
  await commit(db, [
    markSuppressed(db, delivery.id, error, now),
    ...(notifiesSupport ? [queueUndelivered(db, delivery, notice)] : []),
    ...(isFinding(delivery.template) ? noteFindings(db, [undeliveredFinding(delivery, error)], now) : []),
  ])
  return { done: true }
}

async function markUndeliverable(
  db: Db,
  delivery: Delivery,
  error: string,
  now: number,
): Promise<SendOutcome> {
  await markDead(db, delivery.id, error, now)
  logError('send-email', { dead: delivery.key, error })
  return { done: true }
}
