import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { describeError } from '../../core/describe-error.ts'
import { LINK_LIFETIME_MS, signDownloadLink } from '../../core/download-link.ts'
import { MINUTE } from '../../core/time.ts'
import type { Db } from '../../db/client.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import type { Config } from '../../providers/config.ts'
import type { Mail, Mailer } from '../../providers/mailer.ts'
import { receiptDataSchema } from './contract.ts'
import { MAX_ATTEMPTS, retryDelaySeconds } from './retry-rules.ts'
import { receiptMail } from './templates.ts'
import { QUEUE_PATIENCE_MS } from './writes.ts'

type Delivery = typeof emailDeliveries.$inferSelect

/** A sender that died mid-way leaves its claim; after this long another may take it over. */
const CLAIM_MS = 2 * MINUTE

export type SendOutcome = { done: true } | { done: false; retryInSeconds: number }

/**
 * One try at one mail. The row is claimed first, so of two consumers one sends; the provider gets the same idempotency
 * key at every try of a run, so a crash after sending is
 * not a second mail.
 */
export async function sendEmail(
  deps: { db: Db; config: Config; mailer: Mailer },
  deliveryKey: string,
  now: number,
): Promise<SendOutcome> {
  const delivery = await claim(deps.db, deliveryKey, now)
  if (!delivery) return { done: true }
  const mail = await render(delivery, deps.config).catch(describeError)
  if (typeof mail === 'string') {
    // Another try would fail alike: an admin sees why.
    await settle(deps.db, delivery, { status: 'dead', lastError: mail }, now)
    return { done: true }
  }
  const outcome = await deps.mailer.send(mail, `${delivery.key}:${delivery.run}`)
  if (outcome.sent) {
    await settle(
      deps.db,
      delivery,
      { status: 'sent', providerMessageId: outcome.messageId, sentAt: now },
      now,
    )
    return { done: true }
  }
  if (outcome.permanent || delivery.attempts >= MAX_ATTEMPTS) {
    await settle(deps.db, delivery, { status: 'dead', lastError: outcome.error }, now)
    return { done: true }
  }
  const retryInSeconds = retryDelaySeconds(delivery.attempts, deps.config.mailRetryBaseSeconds)
  const nextAttemptAt = now + retryInSeconds * 1000 + QUEUE_PATIENCE_MS
  await settle(deps.db, delivery, { status: 'retrying', lastError: outcome.error, nextAttemptAt }, now)
  return { done: false, retryInSeconds }
}

async function claim(db: Db, key: string, now: number): Promise<Delivery | undefined> {
  const free = or(
    inArray(emailDeliveries.status, ['queued', 'retrying']),
    and(eq(emailDeliveries.status, 'sending'), lt(emailDeliveries.updatedAt, now - CLAIM_MS)),
  )
  const [claimed] = await db
    .update(emailDeliveries)
    .set({
      status: 'sending',
      attempts: sql`${emailDeliveries.attempts} + 1`,
      nextAttemptAt: now + CLAIM_MS,
      updatedAt: now,
    })
    .where(and(eq(emailDeliveries.key, key), free))
    .returning()
  return claimed
}

const settle = (db: Db, delivery: Delivery, change: Partial<Delivery>, now: number) =>
  db
    .update(emailDeliveries)
    .set({ nextAttemptAt: null, lastError: null, ...change, updatedAt: now })
    .where(eq(emailDeliveries.id, delivery.id))

async function render(delivery: Delivery, config: Config): Promise<Mail> {
  switch (delivery.template) {
    case 'receipt': {
      const data = receiptDataSchema.parse(delivery.data)
      const expiresAt = delivery.queuedAt + LINK_LIFETIME_MS
      const claim = { paymentId: data.paymentId, productId: data.productId, expiresAt }
      const token = await signDownloadLink(claim, config.linkSigningKey)
      return receiptMail(delivery.toAddress, data, {
        downloadUrl: `${config.publicUrl}/api/download/file/${data.productId}?token=${token}`,
        expiresAt,
        dashboardUrl: `${config.publicUrl}/dashboard`,
      })
    }
    default:
      throw new Error(`There is no mail template "${delivery.template}"`)
  }
}
