import { and, asc, type Column, eq, gt, gte, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { DAY } from '#shared/core/time.ts'
import type { Days, OrdersExport, ReferralsExport, SubscriptionsExport } from '#shared/exports/contract.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { auditLog } from '../../db/schema/admin.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { coupons } from '../../db/schema/coupons.ts'
import { invoices } from '../../db/schema/invoices.ts'
import { payments } from '../../db/schema/payments.ts'
import { referrals } from '../../db/schema/referrals.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'

/** Rows per query. An invocation may make 1000 queries; a list of 300 000 rows takes 300. */
export const PAGE = 1000

/** The last row of a page, oldest first: the next page begins after it. */
export type Place = { createdAt: number; id: number }

/** Rows of these UTC days after this place, oldest first: one range of an index that ends with the two columns. */
const inOrder = (createdAt: Column, id: Column, { from, to }: Days, after: Place | null) =>
  and(
    after
      ? sql`(${createdAt}, ${id}) > (${after.createdAt}, ${after.id})`
      : gte(createdAt, from === undefined ? 0 : Date.parse(from)),
    to === undefined ? undefined : lt(createdAt, Date.parse(to) + DAY),
  )

const referrers = alias(users, 'referrers')
const credited = alias(invoices, 'credited')

export type UserRow = Awaited<ReturnType<typeof pageOfUsers>>[number]
export const pageOfUsers = (db: Db, days: Days, after: Place | null) =>
  db
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      isAdmin: users.isAdmin,
      referralCode: users.referralCode,
      referrer: referrers.username,
      promotionalEmails: users.promotionalEmails,
      newAirdrops: users.newAirdrops,
      createdAt: users.createdAt,
      deactivatedAt: users.deactivatedAt,
      deletedAt: users.deletedAt,
    })
    .from(users)
    .leftJoin(referrers, eq(referrers.id, users.referredBy))
    .where(inOrder(users.createdAt, users.id, days, after))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(PAGE)

export type OrderRow = Awaited<ReturnType<typeof pageOfOrders>>[number]
export const pageOfOrders = (db: Db, { status, type, product, ...days }: OrdersExport, after: Place | null) =>
  db
    .select({
      payment: {
        id: payments.id,
        orderReference: payments.orderReference,
        createdAt: payments.createdAt,
        paymentDate: payments.paymentDate,
        status: payments.status,
        purchaseType: payments.purchaseType,
        scriptId: payments.scriptId,
        currency: payments.currency,
        originalCents: payments.originalCents,
        discountCents: payments.discountCents,
        amountCents: payments.amountCents,
        refundedCents: payments.refundedCents,
        paymentProvider: payments.paymentProvider,
        transactionId: payments.transactionId,
        subscriptionId: payments.subscriptionId,
        userId: payments.userId,
        email: payments.email,
        flaggedReason: payments.flaggedReason,
      },
      product: scripts.name,
      coupon: coupons.code,
      username: users.username,
      referrer: referrers.username,
    })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))
    .leftJoin(coupons, eq(coupons.id, payments.couponId))
    .leftJoin(users, eq(users.id, payments.userId))
    .leftJoin(referrers, eq(referrers.id, payments.referrerId))
    .where(
      and(
        type && eq(payments.purchaseType, type),
        product === undefined ? undefined : eq(payments.scriptId, product),
        status && eq(payments.status, status),
        inOrder(payments.createdAt, payments.id, days, after),
      ),
    )
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(PAGE)

export type InvoiceRow = Awaited<ReturnType<typeof pageOfInvoices>>[number]
/** Invoices and credit notes in the order of their issue. `createdAt` is the time of the issue. */
export const pageOfInvoices = (db: Db, days: Days, after: Place | null) =>
  db
    .select({
      id: invoices.id,
      createdAt: invoices.issuedAt,
      series: invoices.series,
      number: invoices.number,
      cause: invoices.cause,
      creditedNumber: credited.number,
      amountCents: invoices.amountCents,
      taxCents: invoices.taxCents,
      facts: invoices.facts,
      orderReference: payments.orderReference,
      transactionId: payments.transactionId,
    })
    .from(invoices)
    .innerJoin(payments, eq(payments.id, invoices.paymentId))
    .leftJoin(credited, eq(credited.id, invoices.creditsId))
    .where(inOrder(invoices.issuedAt, invoices.id, days, after))
    .orderBy(asc(invoices.issuedAt), asc(invoices.id))
    .limit(PAGE)

export type SubscriptionRow = Awaited<ReturnType<typeof pageOfSubscriptions>>[number]
export const pageOfSubscriptions = (db: Db, { status, ...days }: SubscriptionsExport, after: Place | null) =>
  db
    .select({ subscription: subscriptions, product: scripts.name, username: users.username })
    .from(subscriptions)
    .innerJoin(scripts, eq(scripts.id, subscriptions.scriptId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        status && eq(subscriptions.status, status),
        inOrder(subscriptions.createdAt, subscriptions.id, days, after),
      ),
    )
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id))
    .limit(PAGE)

export type CouponRow = Awaited<ReturnType<typeof pageOfCoupons>>[number]
export const pageOfCoupons = (db: Db, days: Days, after: Place | null) =>
  db
    .select()
    .from(coupons)
    .where(inOrder(coupons.createdAt, coupons.id, days, after))
    .orderBy(asc(coupons.createdAt), asc(coupons.id))
    .limit(PAGE)

export type ReferralRow = Awaited<ReturnType<typeof pageOfReferrals>>[number]
/** In the order of insertion. */
export const pageOfReferrals = (db: Db, { status }: ReferralsExport, after: Place | null) =>
  db
    .select({
      id: referrals.id,
      createdAt: referrals.createdAt,
      status: referrals.status,
      kind: referrals.kind,
      commissionCents: referrals.commissionCents,
      referrerId: referrals.referrerId,
      referrer: referrers.username,
      paymentId: referrals.paymentId,
      subscriptionId: referrals.subscriptionId,
      maturesAt: referrals.maturesAt,
      payoutId: referrals.payoutId,
      paidAt: referrals.paidAt,
    })
    .from(referrals)
    .leftJoin(referrers, eq(referrers.id, referrals.referrerId))
    .where(and(status && eq(referrals.status, status), gt(referrals.id, after?.id ?? 0)))
    .orderBy(asc(referrals.id))
    .limit(PAGE)

export type AuditRow = Awaited<ReturnType<typeof pageOfAudit>>[number]
export const pageOfAudit = (db: Db, days: Days, after: Place | null) =>
  db
    .select({
      id: auditLog.id,
      createdAt: auditLog.createdAt,
      actorId: auditLog.actorId,
      via: auditLog.via,
      actor: users.username,
      action: auditLog.action,
      subject: auditLog.subject,
      before: auditLog.before,
      after: auditLog.after,
      ip: auditLog.ip,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(inOrder(auditLog.createdAt, auditLog.id, days, after))
    .orderBy(asc(auditLog.createdAt), asc(auditLog.id))
    .limit(PAGE)
