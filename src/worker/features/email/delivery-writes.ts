import { and, eq, gt, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import { DAY, MINUTE, SECOND } from '#shared/core/time.ts'
import type { DeliveryOutcome } from '#shared/email/contract.ts'
import { mailName } from '#shared/email/mail-name-rules.ts'
import { ANNOUNCEMENTS, isUndelivered, WITHDRAWAL_NOTICE } from '#shared/email/outcome-rules.ts'
import type { Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import { FORGOTTEN_ADDRESS, QUEUE_PATIENCE_MS, queueMailOnce } from './writes.ts'

/** Maximum age of a claim. After that another consumer may take over the mail: the first one has crashed. */
const CLAIM_MS = 2 * MINUTE
/** A queue may deliver a delayed message a little early. */
const EARLY_MS = 5 * SECOND

/** Older mails about an order are not resent: the order's page has the current state. */
const RESENT_FOR_MS = 90 * DAY

const addressAfterwards = sql`case ${emailDeliveries.template} when 'account-deleted' then ${FORGOTTEN_ADDRESS} else ${emailDeliveries.toAddress} end`

/**
 * Changes to the row of a sent mail. A subscriber's address and a message's text are removed, because `subscribers` and
 * `contact_messages` have them.
 */
const afterSending = {
  toAddress: sql`case when ${emailDeliveries.userId} is null and ${emailDeliveries.template} in ('support-answer', 'newsletter', 'found-purchases', 'new-script')
    then ${FORGOTTEN_ADDRESS} else ${addressAfterwards} end`,
  data: sql`case when ${emailDeliveries.template} in ('contact', 'support-answer', 'mail-undelivered', 'found-purchases') then '{}' else ${emailDeliveries.data} end`,
}

/**
 * Claims one mail that is due. Returns no row where the mail is not due, sent, dead, or claimed by another consumer.
 */
export const claimDelivery = (db: Db, key: string, now: number) =>
  db
    .update(emailDeliveries)
    .set({
      status: 'sending',
      attempts: sql`${emailDeliveries.attempts} + 1`,
      nextAttemptAt: now + CLAIM_MS,
      updatedAt: now,
    })
    .where(
      and(
        eq(emailDeliveries.key, key),
        or(
          and(
            inArray(emailDeliveries.status, ['queued', 'retrying']),
            lte(emailDeliveries.dueAt, now + EARLY_MS),
          ),
          and(eq(emailDeliveries.status, 'sending'), lt(emailDeliveries.updatedAt, now - CLAIM_MS)),
        ),
      ),
    )
    .returning()

/** The provider may have reported a bounce before we read the response to our call: the report is kept. */
const isBeingSent = (id: number) => and(eq(emailDeliveries.id, id), eq(emailDeliveries.status, 'sending'))

export const markSent = (db: Db, id: number, providerMessageId: string, now: number) =>
  db
    .update(emailDeliveries)
    .set({
      status: 'sent',
      ...afterSending,
      providerMessageId,
      sentAt: now,
      nextAttemptAt: null,
      lastError: null,
      updatedAt: now,
    })
    .where(isBeingSent(id))

/** Makes a mail a dead letter: it is kept, shown to admins, and can be sent again. */
export const markDead = (db: Db, id: number, error: string, now: number) =>
  db
    .update(emailDeliveries)
    .set({
      status: 'dead',
      toAddress: addressAfterwards,
      lastError: error,
      nextAttemptAt: null,
      updatedAt: now,
    })
    .where(isBeingSent(id))

export const markRetrying = (db: Db, id: number, error: string, dueAt: number, now: number) =>
  db
    .update(emailDeliveries)
    .set({
      status: 'retrying',
      lastError: error,
      dueAt,
      nextAttemptAt: dueAt + QUEUE_PATIENCE_MS,
      updatedAt: now,
    })
    .where(isBeingSent(id))

/** The sweep has sent new queue messages for these mails. It reads the mails again after `QUEUE_PATIENCE_MS`. */
export const waitForQueue = (db: Db, keys: string[], now: number) =>
  db
    .update(emailDeliveries)
    .set({ nextAttemptAt: now + QUEUE_PATIENCE_MS })
    .where(inList(emailDeliveries.key, keys))

const newRun = (now: number) => ({
  status: 'queued' as const,
  attempts: 0,
  queuedAt: now,
  dueAt: now,
  updatedAt: now,
  outcome: null,
  outcomeAt: null,
  providerMessageId: null,
})

/** Starts a new run of a dead letter. Returns no row where the mail is not dead or another click was faster. */
export const beginRun = (db: Db, dead: { id: number; run: number }, now: number) =>
  db
    .update(emailDeliveries)
    .set({
      ...newRun(now),
      run: dead.run + 1,
      nextAttemptAt: now + QUEUE_PATIENCE_MS,
    })
    .where(
      and(
        eq(emailDeliveries.id, dead.id),
        eq(emailDeliveries.status, 'dead'),
        eq(emailDeliveries.run, dead.run),
      ),
    )
    .returning({ key: emailDeliveries.key })

/** Sends a mail again, to a corrected address: with a new idempotency key, and a link that begins now. */
export const readdressReceipt = (db: Db, key: string, to: string, now: number) =>
  db
    .update(emailDeliveries)
    .set({
      ...newRun(now),
      toAddress: to,
      run: sql`${emailDeliveries.run} + 1`,
      nextAttemptAt: now + QUEUE_PATIENCE_MS,
    })
    .where(eq(emailDeliveries.key, key))

/** The mail arrived, even where our own call failed: it is not tried again and is no dead letter. */
const delivered = (now: number) => ({
  ...afterSending,
  status: 'sent' as const,
  sentAt: sql`coalesce(${emailDeliveries.sentAt}, ${now})`,
  nextAttemptAt: null,
  lastError: null,
})

/**
 * Records a report of the provider. A mail that did not arrive becomes a dead letter with the reason. Nothing changes
 * where another report was faster or a new run has begun.
 */
export const markReported = (
  db: Db,
  delivery: { id: number; run: number; outcome: DeliveryOutcome | null },
  report: { messageId: string; outcome: DeliveryOutcome; reason: string | null },
  now: number,
) =>
  db
    .update(emailDeliveries)
    .set({
      outcome: report.outcome,
      outcomeAt: now,
      providerMessageId: report.messageId,
      updatedAt: now,
      ...(report.outcome === 'delivered' && delivered(now)),
      ...(isUndelivered(report.outcome) && {
        status: 'dead' as const,
        toAddress: addressAfterwards,
        lastError: report.reason ?? report.outcome,
        nextAttemptAt: null,
      }),
    })
    .where(
      and(
        eq(emailDeliveries.id, delivery.id),
        eq(emailDeliveries.run, delivery.run),
        sql`${emailDeliveries.outcome} is ${delivery.outcome}`,
      ),
    )

/** Makes a mail a dead letter without sending it, because its address is suppressed. */
export const markSuppressed = (db: Db, id: number, reason: string, now: number) =>
  db
    .update(emailDeliveries)
    .set({
      status: 'dead',
      toAddress: addressAfterwards,
      lastError: reason,
      nextAttemptAt: null,
      outcome: 'suppressed',
      outcomeAt: now,
      updatedAt: now,
    })
    .where(isBeingSent(id))

/** Notifies support that a mail did not arrive, once per run. */
export const queueUndelivered = (
  db: Db,
  delivery: { id: number; run: number; template: string; paymentId: number | null },
  { to, email, reason, now }: { to: string; email: string | null; reason: string; now: number },
) =>
  queueMailOnce(db, {
    key: undeliveredKey(delivery),
    to,
    ...(delivery.paymentId !== null && { paymentId: delivery.paymentId }),
    mail: {
      template: 'mail-undelivered',
      data: {
        deliveryId: delivery.id,
        paymentId: delivery.paymentId,
        email,
        reason,
        name: mailName(delivery.template),
      },
    },
    now,
  })

/** The finding for a receipt or a withdrawal notice that did not arrive. The reconciliation creates the same finding. */
export const undeliveredFinding = (delivery: { id: number; paymentId: number | null }, error: string) => ({
  kind: 'needs-attention' as const,
  subject: `mail:${delivery.id}`,
  details: { paymentId: delivery.paymentId, error },
})

export const undeliveredKey = ({ id, run }: { id: number; run: number }) => `undelivered:${id}:${run}`

/** Cancels the waiting announcements to an address whose owner marked a mail as spam. */
export const dropAnnouncements = (db: Db, toAddress: string, now: number) =>
  db
    .update(emailDeliveries)
    .set({
      status: 'dead',
      lastError: 'The recipient marked an earlier mail as spam.',
      nextAttemptAt: null,
      updatedAt: now,
    })
    .where(
      and(
        eq(emailDeliveries.toAddress, toAddress),
        inArray(emailDeliveries.status, ['queued', 'retrying']),
        inArray(emailDeliveries.template, [...ANNOUNCEMENTS]),
      ),
    )

/**
 * Resends to the new address of an account the mails about its orders and the withdrawal notices that did not reach the old
 * address. The sweep sends them.
 */
export const resendToNewAddress = (db: Db, userId: number, email: string, now: number) =>
  db
    .update(emailDeliveries)
    .set({
      ...newRun(now),
      run: sql`${emailDeliveries.run} + 1`,
      toAddress: email,
      nextAttemptAt: now,
    })
    .where(
      and(
        eq(emailDeliveries.userId, userId),
        eq(emailDeliveries.status, 'dead'),
        inArray(emailDeliveries.outcome, ['bounced', 'suppressed']),
        or(isNotNull(emailDeliveries.paymentId), eq(emailDeliveries.template, WITHDRAWAL_NOTICE)),
        gt(emailDeliveries.createdAt, now - RESENT_FOR_MS),
      ),
    )
