import { and, eq, gt, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import { DAY, MINUTE, SECOND } from '#shared/core/time.ts'
import type { DeliveryOutcome } from '#shared/email/contract.ts'
import { mailName } from '#shared/email/mail-name-rules.ts'
import { ANNOUNCEMENTS, isUndelivered, RECALL } from '#shared/email/outcome-rules.ts'
import type { Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import { FORGOTTEN_ADDRESS, QUEUE_PATIENCE_MS, queueMailOnce } from './writes.ts'

/** A sender that died mid-way leaves its claim; after this long another may take it over. */
const CLAIM_MS = 2 * MINUTE
/** A queue may deliver a delayed message a little early. */
const EARLY_MS = 5 * SECOND

/** Older mails about an order say nothing that its page does not say better. */
const RESENT_FOR_MS = 90 * DAY

const addressAfterwards = sql`case ${emailDeliveries.template} when 'account-deleted' then ${FORGOTTEN_ADDRESS} else ${emailDeliveries.toAddress} end`

/** A subscriber's address stands in the list that its owner can leave, a message among the messages: not here as well. */
const afterSending = {
  toAddress: sql`case when ${emailDeliveries.userId} is null and ${emailDeliveries.template} in ('support-answer', 'newsletter', 'new-script')
    then ${FORGOTTEN_ADDRESS} else ${addressAfterwards} end`,
  data: sql`case when ${emailDeliveries.template} in ('contact', 'support-answer', 'mail-undelivered') then '{}' else ${emailDeliveries.data} end`,
}

/** Takes one mail that is due. No row comes back where it is not, is sent, dead, or in somebody else's hands. */
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

/** The provider may have reported a bounce before its answer to the call was read: then that stands. */
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

/** The end of the line: kept, shown to an admin, able to be sent again. */
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

/** The sweep sent new queue messages for these: it reads them again only when those had their time. */
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

/** A dead letter begins a new run. No row comes back where it is not dead, or another click was faster. */
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

/** It arrived, whatever our own call was answered: it is not tried again, and is no dead letter. */
const delivered = (now: number) => ({
  ...afterSending,
  status: 'sent' as const,
  sentAt: sql`coalesce(${emailDeliveries.sentAt}, ${now})`,
  nextAttemptAt: null,
  lastError: null,
})

/**
 * What the provider reported. A mail that did not arrive becomes a dead letter with the reason: listed, shown, able to be
 * sent again. Nothing changes where another report was faster, or a new run has begun.
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

/** A mail that is not sent, because mail to its address comes back. */
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

/** Support learns once for each run that a mail did not arrive. */
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

/** A receipt or a recall that did not arrive waits for a person; the reconciliation finds the same. */
export const undeliveredFinding = (delivery: { id: number; paymentId: number | null }, error: string) => ({
  kind: 'needs-attention' as const,
  subject: `mail:${delivery.id}`,
  details: { paymentId: delivery.paymentId, error },
})

export const undeliveredKey = ({ id, run }: { id: number; run: number }) => `undelivered:${id}:${run}`

/** Announcements that were on their way to an address whose owner complained. */
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

/** Mails about an account's orders and recalls that its address did not take go to the new address. The sweep sends them. */
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
        or(isNotNull(emailDeliveries.paymentId), eq(emailDeliveries.template, RECALL)),
        gt(emailDeliveries.createdAt, now - RESENT_FOR_MS),
      ),
    )
