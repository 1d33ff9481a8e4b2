import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { noteAction } from '../../db/audit.ts'
import type { Db, Write } from '../../db/client.ts'
import { startsWith } from '../../db/prefix.ts'
import { activations, betaChoices, licences, userScripts } from '../../db/schema/access.ts'
import { sessions, userNotes, users } from '../../db/schema/accounts.ts'
import { contactMessages, subscribers } from '../../db/schema/contact.ts'
import { couponUsages } from '../../db/schema/coupon-usages.ts'
import { downloads } from '../../db/schema/downloads.ts'
import { billingDetails } from '../../db/schema/invoices.ts'
import { payments } from '../../db/schema/payments.ts'
import { reconciliationFindings } from '../../db/schema/recovery.ts'
import { referralPayouts, referrals } from '../../db/schema/referrals.ts'
import { refunds } from '../../db/schema/refunds.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'
import { forgetTokens } from '../accounts/writes.ts'
import { forgetWithdrawals } from '../contracts/writes.ts'
import { forgetSuppression } from '../email/suppression-writes.ts'
import { forgetLetters, forgetMails } from '../email/writes.ts'
import { deleteFactors } from '../factors/writes.ts'
import { forgetAccountMarks } from '../identity/writes.ts'
import { forgetReceipts } from '../recalls/writes.ts'
import { forgetReviews } from '../reviews/writes.ts'
import type { Account } from './store.ts'

/** The person who deletes an account: its owner or an admin. */
export type Eraser = { actorId: number; action: 'account.delete' | 'user.delete'; ip: string | null }

/**
 * Removes the personal data of an account, in the order of its batch. The bookkeeping of each sale remains: product,
 * amount, date and the provider's numbers, under an id that identifies no person.
 */
export function anonymizeAccount(
  db: Db,
  account: Account,
  by: Eraser,
  referralCode: string,
  now: number,
): Write[] {
  const { id } = account
  return [
    recordDeletion(db, id, by, now),
    anonymise(db, id, referralCode, now),
    db.delete(sessions).where(eq(sessions.userId, id)),
    ...deleteFactors(db, id),
    // Issued invoices keep the billing details that are on them.
    db.delete(billingDetails).where(eq(billingDetails.userId, id)),
    db.delete(userNotes).where(eq(userNotes.userId, id)),
    forgetReceipts(db, id),
    forgetReviews(db, id),
    forgetTokens(db, id, now),
    forgetSuppression(db, account.emailKey),
    ...endAccess(db, id, now),
    ...forgetPurchases(db, id, now),
    forgetAccountMarks(db, id),
    forgetWithdrawals(db, id),
    ...endReferrals(db, id, now),
    forgetMails(db, id, now),
    ...(account.emailVerifiedAt === null ? [] : forgetCorrespondence(db, account, now)),
  ]
}

/**
 * The first row of the batch, and its guard. The table refuses the batch while anything could still be charged, or
 * where the account is deleted or has become an admin's.
 */
const recordDeletion = (db: Db, id: number, by: Eraser, now: number) =>
  noteAction(db, {
    ...by,
    onlyIf: sql`not exists (select 1 from payments where user_id = ${id} and status = 'pending')
      and not exists (select 1 from subscriptions where user_id = ${id} and stripe_subscription_id is not null
        and status not in ('canceled', 'incomplete_expired'))
      and exists (select 1 from users where id = ${id} and deleted_at is null and is_admin = 0)`,
    subject: `user:${id}`,
    now,
  })

/** The keys have a character that no username and no address can have, so no user can register them beforehand. */
const anonymise = (db: Db, id: number, referralCode: string, now: number) =>
  db
    .update(users)
    .set({
      username: `deleted-${id}`,
      usernameKey: `deleted:${id}`,
      email: `deleted-${id}@deleted.invalid`,
      emailKey: `deleted:${id}`,
      emailIdentity: `deleted:${id}`,
      emailVerifiedAt: null,
      password: '!',
      referralCode,
      referredBy: null,
      payoutAddress: null,
      emailNotifications: false,
      promotionalEmails: false,
      newAirdrops: false,
      deletedAt: now,
      updatedAt: now,
    })
    .where(eq(users.id, id))

function endAccess(db: Db, id: number, now: number): Write[] {
  const grants = db.select({ id: userScripts.id }).from(userScripts).where(eq(userScripts.userId, id))
  const keys = db.select({ id: licences.id }).from(licences).where(inArray(licences.grantId, grants))
  return [
    db
      .update(userScripts)
      .set({ isActive: false, status: 'revoked', notes: null, updatedAt: now })
      // Includes access that a refund or a dispute ended: a dispute that is won must not restore it. Also removes
      // admins' notes about access that was revoked before.
      .where(eq(userScripts.userId, id)),
    db
      .update(licences)
      .set({ revokedAt: now })
      .where(and(inArray(licences.grantId, grants), isNull(licences.revokedAt))),
    db.delete(activations).where(inArray(activations.licenceId, keys)),
    db.delete(betaChoices).where(eq(betaChoices.userId, id)),
  ]
}

function forgetPurchases(db: Db, id: number, now: number): Write[] {
  const own = db.select({ id: payments.id }).from(payments).where(eq(payments.userId, id))
  return [
    db.update(downloads).set({ ip: null, network: null, userAgent: null }).where(eq(downloads.userId, id)),
    db
      .update(downloads)
      .set({ ip: null, network: null, userAgent: null })
      .where(inArray(downloads.paymentId, own)),
    db
      .update(payments)
      .set({ email: null, emailIdentity: null, clientPaymentId: null, hostedUrl: null, updatedAt: now })
      .where(eq(payments.userId, id)),
    db.update(subscriptions).set({ email: null, updatedAt: now }).where(eq(subscriptions.userId, id)),
    db.update(refunds).set({ reason: null, updatedAt: now }).where(inArray(refunds.paymentId, own)),
    // The row's id keeps the values distinct: uses under two addresses must not become two uses of one address.
    db
      .update(couponUsages)
      .set({ emailIdentity: sql`'deleted:' || ${couponUsages.id}` })
      .where(eq(couponUsages.userId, id)),
  ]
}

/** Cancels commissions that were not paid out. Referred users and pending payments lose this referrer. */
function endReferrals(db: Db, id: number, now: number): Write[] {
  return [
    db
      .update(referrals)
      .set({ status: 'cancelled', payoutId: null })
      .where(and(eq(referrals.referrerId, id), inArray(referrals.status, ['pending', 'completed']))),
    db
      .delete(referralPayouts)
      .where(and(eq(referralPayouts.referrerId, id), eq(referralPayouts.status, 'open'))),
    db.update(referralPayouts).set({ address: null }).where(eq(referralPayouts.referrerId, id)),
    db.update(users).set({ referredBy: null, updatedAt: now }).where(eq(users.referredBy, id)),
    db
      .update(payments)
      .set({ referrerId: null, updatedAt: now })
      .where(and(eq(payments.referrerId, id), eq(payments.status, 'pending'))),
  ]
}

/** Only for a verified address: a user can register with another person's address. */
const forgetCorrespondence = (db: Db, { emailKey }: Account, now: number): Write[] => [
  forgetLetters(db, emailKey, now),
  db.delete(contactMessages).where(eq(sql`lower(${contactMessages.email})`, emailKey)),
  db.delete(subscribers).where(eq(subscribers.emailKey, emailKey)),
  forgetPayer(db, emailKey),
]

/**
 * Removes the payer's address from open findings about checkouts that are unknown to us. The findings remain. Closing a
 * finding removes the address too.
 */
const forgetPayer = (db: Db, emailKey: string) =>
  db
    .update(reconciliationFindings)
    .set({ details: sql`json_remove(${reconciliationFindings.details}, '$.email')` })
    .where(
      and(
        eq(reconciliationFindings.kind, 'needs-attention'),
        startsWith(reconciliationFindings.subject, 'checkout:'),
        isNull(reconciliationFindings.resolvedAt),
        eq(sql`lower(json_extract(${reconciliationFindings.details}, '$.email'))`, emailKey),
      ),
    )
