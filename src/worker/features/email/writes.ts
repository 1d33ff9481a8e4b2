import { and, eq, gt, inArray, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { DAY, MINUTE, SECOND } from '../../core/time.ts'
import type { Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { emailDeliveries, emailSuppressions } from '../../db/schema/email.ts'
import { payments } from '../../db/schema/payments.ts'
import type {
  AccountDeletedData,
  AlertData,
  DeliveryOutcome,
  MailToWrite,
  ReceiptData,
  SuppressionReason,
} from './contract.ts'
import { mailName } from './mail-name-rules.ts'
import { ANNOUNCEMENTS, isUndelivered, RECALL } from './outcome-rules.ts'

/** A mail that its queue message has not moved for this long gets a new message from the sweep. */
export const QUEUE_PATIENCE_MS = 5 * MINUTE
/** A sender that died mid-way leaves its claim; after this long another may take it over. */
const CLAIM_MS = 2 * MINUTE
/** A queue may deliver a delayed message a little early. */
const EARLY_MS = 5 * SECOND

/** Older mails about an order say nothing that its page does not say better. */
const RESENT_FOR_MS = 90 * DAY

export const receiptKey = (paymentId: number | '') => `receipt:${paymentId}`
/** `occasion` tells one alert about a payment from the next: the same thing can happen to a payment twice. */
export const alertKey = (paymentId: number, occasion: string) => `alert:${paymentId}:${occasion}`
export const accountDeletedKey = (userId: number) => `account-deleted:${userId}`

/** Stands where the address of a deleted account stood; nothing can be sent to it (RFC 2606). */
export const FORGOTTEN_ADDRESS = 'deleted@deleted.invalid'

/** One receipt per payment: a second one rolls its batch back. */
export const queueReceipt = (
  db: Db,
  { to, userId, data, now }: { to: string; userId: number | null; data: ReceiptDraft; now: number },
) => {
  const mail: MailToWrite = {
    template: 'receipt',
    data: { ...data, paidUntil: null, transactionId: null, file: null },
  }
  const { paymentId } = data
  return insertDelivery(db, {
    ...row({ key: receiptKey(paymentId), to, userId, paymentId, mail, now }),
    // What the tables say at the purchase: the receipt then says the same at every try.
    data: sql`json_set(${JSON.stringify(mail.data)},
      '$.transactionId', (select p.transaction_id from payments p where p.id = ${paymentId}),
      '$.paidUntil', (select p.period_end from payments p where p.id = ${paymentId}),
      '$.file', json((
        select json_object('name', r.file_name, 'version', r.version, 'sha256', r.sha256) from script_releases r
        where r.script_id = ${data.productId} and r.published_at <= ${now} and r.yanked_at is null
        order by r.published_at desc, r.id desc limit 1)))`,
  })
}

type ReceiptDraft = Omit<ReceiptData, 'paidUntil' | 'transactionId' | 'file'>

/** A mail to the shop's own people: this payment needs one of them. */
export const queueAlert = (
  db: Db,
  { key, to, data, now }: { key: string; to: string; data: AlertData; now: number },
) =>
  queueMail(db, {
    key,
    to,
    paymentId: data.paymentId,
    mail: { template: 'alert', data },
    now,
  })

/** The one mail that outlives its account: it is tied to nobody, and forgets its address once it is sent or dead. */
export const queueAccountDeleted = (
  db: Db,
  { to, userId, data, now }: { to: string; userId: number; data: AccountDeletedData; now: number },
) => queueMail(db, { key: accountDeletedKey(userId), to, mail: { template: 'account-deleted', data }, now })

const forgotten = (now: number) => ({
  toAddress: FORGOTTEN_ADDRESS,
  data: {},
  status: sql`case ${emailDeliveries.status} when 'sent' then 'sent' else 'dead' end`,
  lastError: null,
  nextAttemptAt: null,
  updatedAt: now,
})

/**
 * What was sent to a deleted account or about its payments, also when those were made without one: when and what kind
 * stays. What was not sent yet never will be.
 */
export const forgetMails = (db: Db, userId: number, now: number) => {
  const own = db.select({ id: payments.id }).from(payments).where(eq(payments.userId, userId))
  return db
    .update(emailDeliveries)
    .set(forgotten(now))
    .where(or(eq(emailDeliveries.userId, userId), inArray(emailDeliveries.paymentId, own)))
}

/** Templates of mails that may belong to an address, not to an account. Once sent, most keep nothing of it (markSent). */
const LETTERS = ['contact', 'support-answer', 'newsletter', 'new-script', 'mail-undelivered', RECALL]

/** The same for what this address wrote to us, or is to be told without an account, and was not sent yet. */
export const forgetLetters = (db: Db, emailKey: string, now: number) =>
  db
    .update(emailDeliveries)
    .set(forgotten(now))
    .where(
      and(
        inArray(emailDeliveries.status, ['queued', 'sending', 'retrying', 'dead']),
        inArray(emailDeliveries.template, LETTERS),
        or(
          sql`lower(${emailDeliveries.toAddress}) = ${emailKey}`,
          sql`lower(json_extract(${emailDeliveries.data}, '$.email')) = ${emailKey}`,
        ),
      ),
    )

const addressAfterwards = sql`case ${emailDeliveries.template} when 'account-deleted' then ${FORGOTTEN_ADDRESS} else ${emailDeliveries.toAddress} end`

/** A subscriber's address stands in the list that its owner can leave, a message among the messages: not here as well. */
const afterSending = {
  toAddress: sql`case when ${emailDeliveries.userId} is null and ${emailDeliveries.template} in ('support-answer', 'newsletter', 'new-script')
    then ${FORGOTTEN_ADDRESS} else ${addressAfterwards} end`,
  data: sql`case when ${emailDeliveries.template} in ('contact', 'support-answer', 'mail-undelivered') then '{}' else ${emailDeliveries.data} end`,
}

/** The question to an address whose subscriber is written earlier in the batch. */
export const queueNewsletter = (
  db: Db,
  { key, to, emailKey, now }: { key: string; to: string; emailKey: string; now: number },
) =>
  insertDelivery(db, {
    ...row({ key, to, mail: { template: 'newsletter', data: { subscriberId: 0, askedAt: now } }, now }),
    data: sql`json_object('subscriberId', (select s.id from subscribers s where s.email_key = ${emailKey}), 'askedAt', ${now})`,
  })

type Order = {
  /** The same mail is owed once: a second row of this key rolls its batch back. */
  key: string
  to: string
  mail: MailToWrite
  userId?: number | null | SQL<number>
  paymentId?: number
  now: number
}

export const queueMail = (db: Db, order: Order) => insertDelivery(db, row(order))

/** As `queueMail`; one that is owed already stays as it is, and its batch goes on. */
export const queueMailOnce = (db: Db, order: Order) => queueMail(db, order).onConflictDoNothing()

/** As `queueMailOnce`, where `which` holds at that place of the batch. */
export const queueMailWhere = (db: Db, order: Omit<Order, 'paymentId'>, which: SQL | undefined) => {
  const { key, template, toAddress, data, userId, now } = { ...row(order), now: order.now }
  return db
    .insert(emailDeliveries)
    .select(
      db
        .select({
          id: sql<number>`null`.as('id'),
          key: sql<string>`${key}`.as('key'),
          reference: sql<string>`''`.as('reference'),
          template: sql<string>`${template}`.as('template'),
          toAddress: sql<string>`${toAddress}`.as('to_address'),
          data: sql<unknown>`${JSON.stringify(data)}`.as('data'),
          userId: sql<number | null>`${userId}`.as('user_id'),
          paymentId: sql<number | null>`null`.as('payment_id'),
          status: sql<'queued'>`'queued'`.as('status'),
          attempts: sql<number>`0`.as('attempts'),
          run: sql<number>`1`.as('run'),
          queuedAt: sql<number>`${now}`.as('queued_at'),
          dueAt: sql<number>`${now}`.as('due_at'),
          nextAttemptAt: sql<number | null>`${now + QUEUE_PATIENCE_MS}`.as('next_attempt_at'),
          providerMessageId: sql<string | null>`null`.as('provider_message_id'),
          lastError: sql<string | null>`null`.as('last_error'),
          createdAt: sql<number>`${now}`.as('created_at'),
          updatedAt: sql<number>`${now}`.as('updated_at'),
          sentAt: sql<number | null>`null`.as('sent_at'),
          outcome: sql<DeliveryOutcome | null>`null`.as('outcome'),
          outcomeAt: sql<number | null>`null`.as('outcome_at'),
        })
        .from(sql`(select 1)`)
        .where(which),
    )
    .onConflictDoNothing()
}

const insertDelivery = (db: Db, delivery: NewDelivery) => db.insert(emailDeliveries).values(delivery)

/** `data` and `userId` may be put together by the database. */
type NewDelivery = Omit<typeof emailDeliveries.$inferInsert, 'userId'> & {
  userId: number | null | SQL<number>
}

const row = ({ key, to, mail, userId = null, paymentId, now }: Order) => ({
  key,
  template: mail.template,
  toAddress: to,
  data: mail.data,
  userId,
  paymentId: paymentId ?? null,
  queuedAt: now,
  dueAt: now,
  nextAttemptAt: now + QUEUE_PATIENCE_MS,
  createdAt: now,
  updatedAt: now,
})

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

/** The sweep sent new queue messages for these: it looks at them again only when those had their time. */
export const waitForQueue = (db: Db, keys: string[], now: number) =>
  db
    .update(emailDeliveries)
    .set({ nextAttemptAt: now + QUEUE_PATIENCE_MS })
    .where(inList(emailDeliveries.key, keys))

const newRun = (now: number) => ({
  ...{ status: 'queued' as const, attempts: 0, queuedAt: now, dueAt: now, updatedAt: now },
  ...{ outcome: null, outcomeAt: null, providerMessageId: null },
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
export const markHeldBack = (db: Db, id: number, reason: string, now: number) =>
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
        ...{ deliveryId: delivery.id, paymentId: delivery.paymentId, email, reason },
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

/** A bounce is the strongest mark. It keeps the owner's refusal of announcements, for after it is lifted. */
export const suppress = (
  db: Db,
  mark: { emailKey: string; reason: SuppressionReason; detail: string | null },
  now: number,
) => {
  const insert = db.insert(emailSuppressions).values({ ...mark, createdAt: now })
  return mark.reason === 'bounced'
    ? insert.onConflictDoUpdate({
        target: emailSuppressions.emailKey,
        set: {
          ...{ reason: 'bounced', detail: mark.detail, createdAt: now },
          newsReason: sql`${emailSuppressions.reason}`,
        },
        setWhere: sql`${emailSuppressions.reason} <> 'bounced'`,
      })
    : insert.onConflictDoUpdate(keepNewsReason)
}

/** The first refusal of announcements is kept beside a bounce. */
const keepNewsReason = {
  target: emailSuppressions.emailKey,
  set: { newsReason: sql`excluded.reason` },
  setWhere: sql`${emailSuppressions.reason} = 'bounced' and ${emailSuppressions.newsReason} is null`,
}

/** Ends the announcements about this purchase to the address that its receipt went to. */
export const unsubscribePurchase = (db: Db, paymentId: number, now: number) =>
  db
    .insert(emailSuppressions)
    .select(
      sql`select lower(d.to_address), 'unsubscribed', null, ${now}, null from email_deliveries d
        where d.key = ${receiptKey(paymentId)} and d.to_address <> ${FORGOTTEN_ADDRESS}`,
    )
    .onConflictDoUpdate(keepNewsReason)

/** Mail may go there again. A refusal of announcements remains. */
export const liftBounce = (db: Db, emailKey: string) => {
  const isBounced = and(eq(emailSuppressions.emailKey, emailKey), eq(emailSuppressions.reason, 'bounced'))
  return [
    db
      .update(emailSuppressions)
      .set({ reason: sql`${emailSuppressions.newsReason}`, detail: null, newsReason: null })
      .where(and(isBounced, isNotNull(emailSuppressions.newsReason))),
    db.delete(emailSuppressions).where(isBounced),
  ] as const
}

export const forgetSuppression = (db: Db, emailKey: string) =>
  db.delete(emailSuppressions).where(eq(emailSuppressions.emailKey, emailKey))

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

/** What an account was owed of its orders and of recalls, at an address that did not take it, goes to the new one. The sweep sends it. */
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
