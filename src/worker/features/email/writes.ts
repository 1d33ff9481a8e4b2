import { and, eq, ne, sql } from 'drizzle-orm'
import { MINUTE } from '../../core/time.ts'
import type { Db } from '../../db/client.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import type { ReceiptData } from './contract.ts'

export const receiptKey = (paymentId: number) => `receipt:${paymentId}`

/** One receipt per payment: a second one rolls its batch back. */
export const queueReceipt = (
  db: Db,
  mail: { to: string; userId: number | null; data: ReceiptData; now: number },
) =>
  db.insert(emailDeliveries).values({
    key: receiptKey(mail.data.paymentId),
    template: 'receipt',
    toAddress: mail.to,
    data: mail.data,
    userId: mail.userId,
    paymentId: mail.data.paymentId,
    nextAttemptAt: mail.now + QUEUE_PATIENCE_MS,
    queuedAt: mail.now,
    createdAt: mail.now,
    updatedAt: mail.now,
  })

/** A mail that its queue message has not moved for this long gets a new message from the sweep. */
export const QUEUE_PATIENCE_MS = 5 * MINUTE

/** The end of the line for a message the queue gave up on: kept, shown to an admin, able to be sent again. */
export const buryDelivery = (db: Db, key: string, now: number) =>
  db
    .update(emailDeliveries)
    .set({
      status: 'dead',
      nextAttemptAt: null,
      lastError: sql`coalesce(${emailDeliveries.lastError}, 'The queue gave up on this mail')`,
      updatedAt: now,
    })
    .where(and(eq(emailDeliveries.key, key), ne(emailDeliveries.status, 'sent')))
