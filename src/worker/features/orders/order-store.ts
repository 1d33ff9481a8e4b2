import { and, desc, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { OrderedProduct } from '#shared/orders/contract.ts'
import { FINDING_KINDS } from '#shared/recovery/terms.ts'
import type { Db } from '../../db/client.ts'
import { grantedIds } from '../../db/granted-ids.ts'
import { moneyHistory, wasClosedAsRefunded } from '../../db/payment-history.ts'
import { licences, userScripts } from '../../db/schema/access.ts'
import { users } from '../../db/schema/accounts.ts'
import { auditLog } from '../../db/schema/admin.ts'
import { scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import { coupons } from '../../db/schema/coupons.ts'
import { downloads } from '../../db/schema/downloads.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import { ledgerEntries, paymentEvents, payments } from '../../db/schema/payments.ts'
import { reconciliationFindings } from '../../db/schema/recovery.ts'
import { referrals } from '../../db/schema/referrals.ts'
import { refunds } from '../../db/schema/refunds.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'
import { before, type Moment } from '../../http/moment-paging.ts'
import { buyerColumns, productColumns } from './purchase-store.ts'

/** Maximum rows of each history that is bounded by nature. No order has as many. */
const MANY = 300

const referrers = alias(users, 'referrers')

/** The grant of the payment. A later payment of a subscription extends the grant of the first one. */
const ownGrant = sql`coalesce((select g.id from user_scripts g where g.payment_id = payments.id),
  (select g.id from user_scripts g where g.subscription_id = payments.subscription_id))`

/** The products of a bundle's order, each with its grant and licence. */
const contents = sql<OrderedProduct[] | null>`(case when ${payments.bundledIds} is not null then (
  select json_group_array(json_object('id', c.id, 'name', c.name, 'access', g.status, 'licenceKey', l.licence_key))
  from (select i.value as id from json_each(${payments.bundledIds}) i order by i.key) b
  cross join scripts c on c.id = b.id
  left join user_scripts g on g.payment_id = ${payments.id} and g.script_id = c.id
  left join licences l on l.grant_id = g.id) end)`.mapWith((json: string) => JSON.parse(json))

const selectOrder = (db: Db, id: number) =>
  db
    .select({
      ...getTableColumns(payments),
      wasClosed: moneyHistory.wasClosed.as('was_closed'),
      wasClosedAsRefunded: wasClosedAsRefunded.as('closed_as_refunded'),
      unappliedRefundedCents: moneyHistory.unappliedRefundedCents.as('returned_cents'),
      couponCode: sql<string | null>`${coupons.code}`.as('coupon_code'),
      referrerName: sql<string | null>`${referrers.username}`.as('referrer_name'),
      subscriptionStatus: sql<typeof subscriptions.$inferSelect.status | null>`${subscriptions.status}`.as(
        'subscription_status',
      ),
      stripeSubscriptionId: sql<string | null>`${subscriptions.stripeSubscriptionId}`.as('stripe_id'),
      grantId: sql<number | null>`${userScripts.id}`.as('grant_id'),
      grantStatus: sql<string | null>`${userScripts.status}`.as('grant_status'),
      licenceId: sql<number | null>`${licences.id}`.as('licence_id'),
      licenceKey: sql<string | null>`${licences.licenceKey}`.as('licence_key'),
      deviceLimit: sql<number | null>`${licences.deviceLimit}`.as('device_limit'),
      devicesUsed: sql<number>`(select count(*) from activations a where a.licence_id = licences.id)`.as(
        'devices_used',
      ),
      revokedAt: sql<number | null>`${licences.revokedAt}`.as('licence_revoked_at'),
      contents: contents.as('order_contents'),
      ...productColumns,
      ...buyerColumns,
    })
    .from(payments)
    .leftJoin(scripts, eq(scripts.id, payments.scriptId))
    .leftJoin(users, eq(users.id, payments.userId))
    .leftJoin(referrers, eq(referrers.id, payments.referrerId))
    .leftJoin(coupons, eq(coupons.id, payments.couponId))
    .leftJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .leftJoin(userScripts, sql`${userScripts.id} = ${ownGrant}`)
    .leftJoin(licences, eq(licences.grantId, userScripts.id))
    .where(eq(payments.id, id))
    .limit(1)

export type WholeOrder = Awaited<ReturnType<typeof selectOrder>>[number]

export async function findStatus(db: Db, id: number) {
  const [row] = await db
    .select({ status: payments.status })
    .from(payments)
    .where(eq(payments.id, id))
    .limit(1)
  return row
}

const actorName = sql<string | null>`${users.username}`.as('actor_name')

const selectRefunds = (db: Db, id: number) =>
  db
    .select({
      id: refunds.id,
      amountCents: refunds.amountCents,
      status: refunds.status,
      askedBy: refunds.askedBy,
      actorId: refunds.actorId,
      actorName,
      reason: refunds.reason,
      lastError: refunds.lastError,
      claimUrl: refunds.claimUrl,
      createdAt: refunds.createdAt,
      updatedAt: refunds.updatedAt,
    })
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.actorId))
    .where(eq(refunds.paymentId, id))
    .limit(MANY)

/** `subjects` is an SQL list of texts. */
export const selectAudit = (db: Db, subjects: SQL) =>
  db
    .select({
      id: auditLog.id,
      actorId: auditLog.actorId,
      actorName,
      action: auditLog.action,
      after: auditLog.after,
      ip: auditLog.ip,
      createdAt: auditLog.createdAt,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(sql`${auditLog.subject} in ${subjects}`)
    .limit(MANY)

const selectCommissions = (db: Db, id: number) =>
  db
    .select({
      id: referrals.id,
      kind: referrals.kind,
      commissionCents: referrals.commissionCents,
      status: referrals.status,
      referrerId: referrals.referrerId,
      referrerName: sql<string | null>`${users.username}`.as('referrer_name'),
      createdAt: referrals.createdAt,
    })
    .from(referrals)
    .leftJoin(users, eq(users.id, referrals.referrerId))
    .where(eq(referrals.paymentId, id))
    .limit(MANY)

/** Open findings about one subject: for each kind one search in the index of open findings, of which there may be many. */
const openAbout = (subject: SQL) => sql`select f.id
  from json_each(${JSON.stringify(FINDING_KINDS)}) k cross join reconciliation_findings f
  where f.kind = k.value and f.subject = ${subject} and f.resolved_at is null`

/** Open findings about the payment, its grant, licence, coupon use and commissions. */
const selectFindings = (db: Db, id: number) =>
  db
    .select({
      id: reconciliationFindings.id,
      kind: reconciliationFindings.kind,
      subject: reconciliationFindings.subject,
      foundAt: reconciliationFindings.foundAt,
    })
    .from(reconciliationFindings)
    .where(
      sql`${reconciliationFindings.id} in (${openAbout(sql`${`payment:${id}`}`)}
        union all ${openAbout(sql`(select 'grant:' || g.id from user_scripts g where g.payment_id = ${id})`)}
        union all ${openAbout(sql`(select 'licence:' || l.id from user_scripts g
          join licences l on l.grant_id = g.id where g.payment_id = ${id})`)}
        union all ${openAbout(sql`(select 'usage:' || u.id from coupon_usages u where u.payment_id = ${id})`)}
        union all select f.id from referrals r cross join reconciliation_findings f
          where r.payment_id = ${id} and f.kind = 'commission-without-sale'
            and f.subject = 'referral:' || r.id and f.resolved_at is null)`,
    )
    .limit(MANY)

type MailPage = { limit: number; cursor?: number | undefined }

/** Newest first; one row more than `limit`. */
export const selectMails = (db: Db, id: number, { limit, cursor }: MailPage) =>
  db
    .select({
      id: emailDeliveries.id,
      template: emailDeliveries.template,
      toAddress: emailDeliveries.toAddress,
      status: emailDeliveries.status,
      attempts: emailDeliveries.attempts,
      lastError: emailDeliveries.lastError,
      createdAt: emailDeliveries.createdAt,
      sentAt: emailDeliveries.sentAt,
      outcome: emailDeliveries.outcome,
    })
    .from(emailDeliveries)
    .where(and(eq(emailDeliveries.paymentId, id), lt(emailDeliveries.id, cursor ?? Number.MAX_SAFE_INTEGER)))
    .orderBy(desc(emailDeliveries.id))
    .limit(limit + 1)

type DownloadPage = { limit: number; cursor?: Moment | undefined }

const selectDownloads = (db: Db, { cursor, limit }: DownloadPage, which: SQL | undefined) =>
  db
    .select({
      id: downloads.id,
      via: downloads.via,
      version: sql<string | null>`${scriptReleases.version}`.as('release_version'),
      range: downloads.range,
      ip: downloads.ip,
      userId: downloads.userId,
      username: sql<string | null>`${users.username}`.as('downloader'),
      createdAt: downloads.createdAt,
    })
    .from(downloads)
    .leftJoin(scriptReleases, eq(scriptReleases.id, downloads.releaseId))
    .leftJoin(users, eq(users.id, downloads.userId))
    .where(and(which, before(downloads.createdAt, downloads.id, cursor)))
    .orderBy(desc(downloads.createdAt), desc(downloads.id))
    .limit(limit + 1)

/** Downloads by the links in the payment's mails. */
const selectByLink = (db: Db, id: number, page: DownloadPage) =>
  selectDownloads(db, page, eq(downloads.paymentId, id))

const ofPayment = (column: 'user_id' | 'payment_date', id: number) =>
  sql`(select p.${sql.raw(column)} from payments p where p.id = ${id})`

/** Downloads of its products by its buyer since the payment. The plus forces the index of the buyer's downloads. */
const selectByBuyer = (db: Db, id: number, page: DownloadPage) => {
  const own = and(
    sql`${downloads.userId} = ${ofPayment('user_id', id)}`,
    sql`+${downloads.scriptId} in (select i.value from payments p join json_each(${grantedIds('p')}) i where p.id = ${id})`,
    sql`+${downloads.paymentId} is null`,
    sql`${downloads.createdAt} >= ${ofPayment('payment_date', id)}`,
  )
  return selectDownloads(db, page, own)
}

/** Merges the lists, newest first; one row more than `limit`. */
const merged = <Row extends Moment>(limit: number, ...lists: Row[][]): Row[] =>
  lists
    .flat()
    .toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    .slice(0, limit + 1)

export async function readDownloads(db: Db, id: number, page: DownloadPage) {
  const [byLink, byBuyer] = await db.batch([selectByLink(db, id, page), selectByBuyer(db, id, page)])
  return merged(page.limit, byLink, byBuyer)
}

/** Everything about one order in one round trip; of mails and downloads one row more than `limit`. */
export async function readWhole(db: Db, id: number, limit: number) {
  const subjects = sql`(select ${`payment:${id}`} union all
    select 'refund:' || r.id from refunds r where r.payment_id = ${id})`
  const [[order], events, ledger, asked, commissions, audit, findings, mails, byLink, byBuyer] =
    await db.batch([
      selectOrder(db, id),
      db.select().from(paymentEvents).where(eq(paymentEvents.paymentId, id)).limit(MANY),
      db.select().from(ledgerEntries).where(eq(ledgerEntries.paymentId, id)).limit(MANY),
      selectRefunds(db, id),
      selectCommissions(db, id),
      selectAudit(db, subjects),
      selectFindings(db, id),
      selectMails(db, id, { limit }),
      selectByLink(db, id, { limit }),
      selectByBuyer(db, id, { limit }),
    ])
  const histories = { events, ledger, refunds: asked, commissions, audit, findings }
  return order && { order, ...histories, mails, downloads: merged(limit, byLink, byBuyer) }
}

export type Whole = NonNullable<Awaited<ReturnType<typeof readWhole>>>
