import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { ownDownloads } from '../../db/own-downloads.ts'
import { activations, betaChoices, licences, userScripts } from '../../db/schema/access.ts'
import { sessions, users } from '../../db/schema/accounts.ts'
import { scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import { contactMessages, subscribers } from '../../db/schema/contact.ts'
import { contractWithdrawals } from '../../db/schema/contracts.ts'
import { couponUsages } from '../../db/schema/coupon-usages.ts'
import { coupons } from '../../db/schema/coupons.ts'
import { downloads } from '../../db/schema/downloads.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import { authenticatorApps, passkeys, recoveryCodes } from '../../db/schema/factors.ts'
import { recallReceipts } from '../../db/schema/incidents.ts'
import { billingDetails, invoices } from '../../db/schema/invoices.ts'
import { payments } from '../../db/schema/payments.ts'
import { referrals } from '../../db/schema/referrals.ts'
import { refunds } from '../../db/schema/refunds.ts'
import { reviews } from '../../db/schema/reviews.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'

export type Account = typeof users.$inferSelect

/** Null once it is deleted. */
export async function findAccount(db: Db, id: number): Promise<Account | null> {
  const [account] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .limit(1)
  return account ?? null
}

/** Maximum rows in memory at once. */
export const PAGE = 200

export const listSessions = (db: Db, { id }: Account) =>
  db
    .select({
      sess: sessions.sess,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expire: sessions.expire,
    })
    .from(sessions)
    .where(eq(sessions.userId, id))
    .orderBy(asc(sessions.createdAt))
    .limit(PAGE)

/** The second factors of an account, without their secrets. */
export const listFactors = (db: Db, { id }: Account) =>
  db.batch([
    db
      .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, id)),
    db
      .select({ createdAt: authenticatorApps.createdAt, confirmedAt: authenticatorApps.confirmedAt })
      .from(authenticatorApps)
      .where(eq(authenticatorApps.userId, id)),
    db
      .select({ createdAt: recoveryCodes.createdAt, usedAt: recoveryCodes.usedAt })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, id)),
  ])

export const pageOfPurchases = (db: Db, { id }: Account, after: number) =>
  db
    .select({ id: payments.id, payment: payments, product: scripts.name, withdrawal: contractWithdrawals })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))
    .leftJoin(contractWithdrawals, eq(contractWithdrawals.paymentId, payments.id))
    .where(and(eq(payments.userId, id), gt(payments.id, after)))
    .orderBy(asc(payments.id))
    .limit(PAGE)

export const pageOfInvoices = (db: Db, { id }: Account, after: number) =>
  db
    .select({ id: invoices.id, invoice: invoices, order: payments.orderReference })
    .from(invoices)
    .innerJoin(payments, eq(payments.id, invoices.paymentId))
    .where(and(eq(payments.userId, id), gt(invoices.id, after)))
    .orderBy(asc(invoices.id))
    .limit(PAGE)

export async function findBilling(db: Db, { id }: Account) {
  const [row] = await db.select().from(billingDetails).where(eq(billingDetails.userId, id))
  return row ? { ...row.details, country: row.country } : null
}

export const pageOfRefunds = (db: Db, { id }: Account, after: number) => {
  const own = db.select({ id: payments.id }).from(payments).where(eq(payments.userId, id))
  return db
    .select()
    .from(refunds)
    .where(and(inArray(refunds.paymentId, own), gt(refunds.id, after)))
    .orderBy(asc(refunds.id))
    .limit(PAGE)
}

export const pageOfSubscriptions = (db: Db, { id }: Account, after: number) =>
  db
    .select({ id: subscriptions.id, subscription: subscriptions, product: scripts.name })
    .from(subscriptions)
    .innerJoin(scripts, eq(scripts.id, subscriptions.scriptId))
    .where(and(eq(subscriptions.userId, id), gt(subscriptions.id, after)))
    .orderBy(asc(subscriptions.id))
    .limit(PAGE)

export const pageOfGrants = (db: Db, { id }: Account, after: number) =>
  db
    .select({ id: userScripts.id, grant: userScripts, product: scripts.name })
    .from(userScripts)
    .innerJoin(scripts, eq(scripts.id, userScripts.scriptId))
    .where(and(eq(userScripts.userId, id), gt(userScripts.id, after)))
    .orderBy(asc(userScripts.id))
    .limit(PAGE)

export const pageOfLicences = (db: Db, { id }: Account, after: number) =>
  db
    .select({ id: licences.id, licence: licences, product: scripts.name })
    .from(licences)
    .innerJoin(userScripts, eq(userScripts.id, licences.grantId))
    .innerJoin(scripts, eq(scripts.id, userScripts.scriptId))
    .where(and(eq(userScripts.userId, id), gt(licences.id, after)))
    .orderBy(asc(licences.id))
    .limit(PAGE)

export const pageOfDevices = (db: Db, { id }: Account, after: number) =>
  db
    .select({ id: activations.id, device: activations, licenceId: licences.id })
    .from(activations)
    .innerJoin(licences, eq(licences.id, activations.licenceId))
    .innerJoin(userScripts, eq(userScripts.id, licences.grantId))
    .where(and(eq(userScripts.userId, id), gt(activations.id, after)))
    .orderBy(asc(activations.id))
    .limit(PAGE)

/** Downloads with the user's session, or by a link. Ordered by time; `after` is the id of the last download before. */
export const pageOfDownloads = (db: Db, { id }: Account, after: number) => {
  const where = sql`(d.created_at, d.id) > (coalesce((select l.created_at from downloads l where l.id = ${after}), -1), ${after})`
  return db
    .select({
      id: downloads.id,
      download: downloads,
      product: scripts.name,
      version: scriptReleases.version,
    })
    .from(downloads)
    .innerJoin(scripts, eq(scripts.id, downloads.scriptId))
    .innerJoin(scriptReleases, eq(scriptReleases.id, downloads.releaseId))
    .where(sql`${downloads.id} in ${ownDownloads({ userId: id }, { where, limit: PAGE, order: 'oldest' })}`)
    .orderBy(asc(downloads.createdAt), asc(downloads.id))
    .limit(PAGE)
}

export const pageOfBetaChoices = (db: Db, { id }: Account, after: number) =>
  db
    .select({ id: betaChoices.scriptId, chosenAt: betaChoices.chosenAt, product: scripts.name })
    .from(betaChoices)
    .innerJoin(scripts, eq(scripts.id, betaChoices.scriptId))
    .where(and(eq(betaChoices.userId, id), gt(betaChoices.scriptId, after)))
    .orderBy(asc(betaChoices.scriptId))
    .limit(PAGE)

/** Recalls that the user confirmed on the screen. */
export const pageOfReceipts = (db: Db, { id }: Account, after: number) =>
  db
    .select({
      id: recallReceipts.releaseId,
      seenAt: recallReceipts.seenAt,
      product: scripts.name,
      version: scriptReleases.version,
    })
    .from(recallReceipts)
    .innerJoin(scriptReleases, eq(scriptReleases.id, recallReceipts.releaseId))
    .innerJoin(scripts, eq(scripts.id, scriptReleases.scriptId))
    .where(and(eq(recallReceipts.userId, id), gt(recallReceipts.releaseId, after)))
    .orderBy(asc(recallReceipts.releaseId))
    .limit(PAGE)

export const pageOfReviews = (db: Db, { id }: Account, after: number) =>
  db
    .select({ id: reviews.id, review: reviews, product: scripts.name })
    .from(reviews)
    .innerJoin(scripts, eq(scripts.id, reviews.scriptId))
    .where(and(eq(reviews.userId, id), gt(reviews.id, after)))
    .orderBy(asc(reviews.id))
    .limit(PAGE)

export const pageOfReferrals = (db: Db, { id }: Account, after: number) =>
  db
    .select()
    .from(referrals)
    .where(and(eq(referrals.referrerId, id), gt(referrals.id, after)))
    .orderBy(asc(referrals.id))
    .limit(PAGE)

export const pageOfCouponUses = (db: Db, { id }: Account, after: number) =>
  db
    .select({ id: couponUsages.id, usage: couponUsages, code: coupons.code })
    .from(couponUsages)
    .innerJoin(coupons, eq(coupons.id, couponUsages.couponId))
    .where(and(eq(couponUsages.userId, id), gt(couponUsages.id, after)))
    .orderBy(asc(couponUsages.id))
    .limit(PAGE)

/** Mails to the account, and the receipts of its purchases as a guest. */
export const pageOfMails = (db: Db, { id }: Account, after: number) => {
  const own = db.select({ id: payments.id }).from(payments).where(eq(payments.userId, id))
  const isReceipt = and(inArray(emailDeliveries.paymentId, own), eq(emailDeliveries.template, 'receipt'))
  return db
    .select()
    .from(emailDeliveries)
    .where(and(or(eq(emailDeliveries.userId, id), isReceipt), gt(emailDeliveries.id, after)))
    .orderBy(asc(emailDeliveries.id))
    .limit(PAGE)
}

export const pageOfMessages = (db: Db, { emailKey }: Account, after: number) =>
  db
    .select()
    .from(contactMessages)
    .where(and(eq(sql`lower(${contactMessages.email})`, emailKey), gt(contactMessages.id, after)))
    .orderBy(asc(contactMessages.id))
    .limit(PAGE)

export const findNewsletter = async (db: Db, { emailKey }: Account) => {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.emailKey, emailKey)).limit(1)
  return row ?? null
}
