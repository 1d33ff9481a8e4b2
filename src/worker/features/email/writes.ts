import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { MINUTE } from '#shared/core/time.ts'
import type { DeliveryOutcome } from '#shared/email/contract.ts'
import { WITHDRAWAL_NOTICE } from '#shared/email/outcome-rules.ts'
import type { Db } from '../../db/client.ts'
import { bundledFiles, currentFile } from '../../db/order-files.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import { payments } from '../../db/schema/payments.ts'
import type { AccountLinkData } from './account-mail-rules.ts'
import type { AccountDeletedData, MailToWrite } from './mail-rules.ts'
import type { AlertData, ReceiptData } from './order-mail-rules.ts'

/** Time without progress after which a mail gets a new queue message from the sweep. */
export const QUEUE_PATIENCE_MS = 5 * MINUTE
export const receiptKey = (paymentId: number | '') => `receipt:${paymentId}`
/** `occasion` distinguishes one alert about a payment from the next: the same thing can happen to a payment twice. */
export const alertKey = (paymentId: number, occasion: string) => `alert:${paymentId}:${occasion}`
export const accountDeletedKey = (userId: number) => `account-deleted:${userId}`

/** Replaces the address of a deleted account or of another forgotten reader. Nothing can be sent to it (RFC 2606). */
export const FORGOTTEN_ADDRESS = 'deleted@deleted.invalid'

/** One receipt per payment: a second one rolls its batch back. */
export const queueReceipt = (
  db: Db,
  { to, userId, data, now }: { to: string; userId: number | null; data: ReceiptDraft; now: number },
) => {
  const mail: MailToWrite = {
    template: 'receipt',
    data: { ...data, paidUntil: null, transactionId: null, file: null, bundle: null, licenceKey: null },
  }
  const { paymentId } = data
  return insertDelivery(db, {
    ...row({ key: receiptKey(paymentId), to, userId, paymentId, mail, now }),
    // Read from the tables at the purchase, so that the receipt is the same at every attempt.
    data: sql`json_set(${JSON.stringify(mail.data)},
      '$.transactionId', (select p.transaction_id from payments p where p.id = ${paymentId}),
      '$.paidUntil', (select p.period_end from payments p where p.id = ${paymentId}),
      '$.licenceKey', (select l.licence_key from licences l join user_scripts g on g.id = l.grant_id
        where l.revoked_at is null and (g.payment_id = ${paymentId} or g.subscription_id =
          (select p.subscription_id from payments p where p.id = ${paymentId})) order by l.id limit 1),
      '$.file', json(${currentFile(sql`${data.productId}`, now)}),
      '$.bundle', json(${bundledFiles(sql`${paymentId}`, now)}))`,
  })
}

type ReceiptDraft = Omit<ReceiptData, 'paidUntil' | 'transactionId' | 'file' | 'bundle' | 'licenceKey'>

/** A mail to support: this payment needs attention. */
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

/** The only mail that outlives its account. It has no user id, and its address is removed once it is sent or dead. */
export const queueAccountDeleted = (
  db: Db,
  { to, userId, data, now }: { to: string; userId: number; data: AccountDeletedData; now: number },
) => queueMail(db, { key: accountDeletedKey(userId), to, mail: { template: 'account-deleted', data }, now })

const anonymized = (now: number) => ({
  toAddress: FORGOTTEN_ADDRESS,
  data: {},
  status: sql`case ${emailDeliveries.status} when 'sent' then 'sent' else 'dead' end`,
  lastError: null,
  nextAttemptAt: null,
  updatedAt: now,
})

/**
 * Anonymizes mails to a deleted account or about its payments, including those it made as a guest. The time and the
 * template remain. Mails that were not sent yet are cancelled.
 */
export const forgetMails = (db: Db, userId: number, now: number) => {
  const own = db.select({ id: payments.id }).from(payments).where(eq(payments.userId, userId))
  return db
    .update(emailDeliveries)
    .set(anonymized(now))
    .where(or(eq(emailDeliveries.userId, userId), inArray(emailDeliveries.paymentId, own)))
}

/**
 * Templates of mails that may belong to an address without an account. Most lose the address once sent (`markSent`).
 */
const LETTERS = [
  'contact',
  'support-answer',
  'newsletter',
  'found-purchases',
  'new-script',
  'mail-undelivered',
  'withdrawal-received',
  'withdrawal-notice',
  'withdrawal-passed-on',
  WITHDRAWAL_NOTICE,
]

/** As `forgetMails`, for unsent mails that this address caused or would receive without an account. */
export const forgetLetters = (db: Db, emailKey: string, now: number) =>
  db
    .update(emailDeliveries)
    .set(anonymized(now))
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

/** Queues the mail with the confirmation link. The subscriber's row is written earlier in the batch. */
export const queueNewsletter = (
  db: Db,
  { key, to, emailKey, now }: { key: string; to: string; emailKey: string; now: number },
) =>
  insertDelivery(db, {
    ...row({ key, to, mail: { template: 'newsletter', data: { subscriberId: 0, askedAt: now } }, now }),
    data: sql`json_object('subscriberId', (select s.id from subscribers s where s.email_key = ${emailKey}), 'askedAt', ${now})`,
  })

/** Queues the mail that confirms an address. `inUse` is read in the batch: whether another account has the address. */
export const queueConfirmation = (
  db: Db,
  {
    key,
    to,
    userId,
    data,
    inUse,
    now,
  }: { key: string; to: string; userId: number; data: AccountLinkData; inUse: SQL; now: number },
) =>
  insertDelivery(db, {
    ...row({ key, to, userId, mail: { template: 'confirm-email', data: { ...data, inUse: false } }, now }),
    data: sql`json_set(${JSON.stringify(data)}, '$.inUse', json(case when ${inUse} then 'true' else 'false' end))`,
  })

type Order = {
  /** The same mail is queued once: a second row of this key rolls its batch back. */
  key: string
  to: string
  mail: MailToWrite
  userId?: number | null | SQL<number>
  paymentId?: number
  now: number
}

export const queueMail = (db: Db, order: Order) => insertDelivery(db, row(order))

/** As `queueMail`. A key that is there already keeps its row, and the batch continues. */
export const queueMailOnce = (db: Db, order: Order) => queueMail(db, order).onConflictDoNothing()

/** As `queueMailOnce`, but only where `which` is true at that place of the batch. */
export const queueMailWhere = (db: Db, order: Order, which: SQL | undefined) => {
  const { key, template, toAddress, data, userId, paymentId, now } = { ...row(order), now: order.now }
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
          paymentId: sql<number | null>`${paymentId}`.as('payment_id'),
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

/**
 * As `queueMailOnce`. Queues nothing where the recipient's account, or the account of the payment, was deleted since it
 * was read.
 */
export const queueMailUnlessDeleted = (db: Db, order: Omit<Order, 'userId'> & { userId: number | null }) => {
  const { userId, paymentId = null } = order
  const isOwnGone = sql`exists (select 1 from users u where u.id = ${userId} and u.deleted_at is not null)`
  const isPayersGone = sql`exists (select 1 from payments p join users u on u.id = p.user_id
    where p.id = ${paymentId} and u.deleted_at is not null)`
  return queueMailWhere(db, order, sql`not ${isOwnGone} and not ${isPayersGone}`)
}

const insertDelivery = (db: Db, delivery: NewDelivery) => db.insert(emailDeliveries).values(delivery)

/** `data` and `userId` may be SQL expressions. */
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
