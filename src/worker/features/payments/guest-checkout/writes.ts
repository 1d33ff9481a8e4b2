import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { TERMS_VERSION } from '#shared/legal/versions-rules.ts'
import { emailIdentity } from '../../../core/email-address.ts'
import type { Db, Write } from '../../../db/client.ts'
import { refuseUnless } from '../../../db/refuse-unless.ts'
import { guestCheckouts } from '../../../db/schema/guest-checkouts.ts'
import { payments } from '../../../db/schema/payments.ts'
import { subscriptions } from '../../../db/schema/subscriptions.ts'
import type { Payment } from '../store.ts'
import { idOfReference, nextRevision } from '../writes.ts'
import { isLinkUsed } from './store.ts'

type NewGuestPayment = Omit<typeof payments.$inferInsert, 'userId' | 'status'> & { reference: string }

/**
 * The payment and the proof of its browser. The same attempt a second time refuses the batch, as does `isAsRead` where it
 * is not true (`payments.script_id`).
 */
export const insertGuestCheckout = (
  db: Db,
  payment: NewGuestPayment,
  { secretHash, clientPaymentId }: { secretHash: string; clientPaymentId: string },
  isAsRead: SQL,
) =>
  [
    db.insert(payments).values({
      ...payment,
      scriptId: refuseUnless(isAsRead, sql<number>`${payment.scriptId}`),
      termsVersion: TERMS_VERSION,
      status: 'pending',
    }),
    db.insert(guestCheckouts).values({
      paymentId: idOfReference(payment.reference),
      secretHash,
      clientPaymentId,
      createdAt: payment.createdAt,
    }),
  ] as const

/**
 * The new address of an order, and the end of the links that went to the old one. Refused where another correction, a
 * settlement or a download by a mailed link was faster.
 */
export function correctOrderAddress(
  db: Db,
  payment: Pick<Payment, 'id' | 'revision' | 'status' | 'subscriptionId'>,
  { email, corrections }: { email: string; corrections: number },
  now: number,
): Write[] {
  const { id, subscriptionId } = payment
  const isAsSeen = sql`${guestCheckouts.corrections} = ${corrections} and not ${isLinkUsed(id)}`
  return [
    db
      .update(guestCheckouts)
      .set({ corrections: refuseUnless(isAsSeen, corrections + 1), linksValidFrom: now })
      .where(eq(guestCheckouts.paymentId, id)),
    db
      .update(payments)
      .set({
        email,
        emailIdentity: emailIdentity(email),
        revision: refuseUnless(sql`${payments.userId} is null`, nextRevision(payment, payment.status)),
        updatedAt: now,
      })
      .where(eq(payments.id, id)),
    ...(subscriptionId === null
      ? []
      : [
          db
            .update(subscriptions)
            .set({ email, updatedAt: now })
            .where(and(eq(subscriptions.id, subscriptionId), isNull(subscriptions.userId))),
        ]),
  ]
}

/** Deletes proofs that are older than any page needs them. */
export const deleteOldProofs = (db: Db, before: number) =>
  db.delete(guestCheckouts).where(lt(guestCheckouts.createdAt, before))
