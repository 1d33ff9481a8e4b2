import { and, asc, eq, gt, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { betaSince } from '../../db/beta-since.ts'
import type { Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { userScripts } from '../../db/schema/access.ts'
import { users } from '../../db/schema/accounts.ts'
import { releaseScans, scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import { subscribers } from '../../db/schema/contact.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import { receiptKey } from '../email/writes.ts'
import { NEWS_MS } from './rules.ts'

export type News = NonNullable<Awaited<ReturnType<typeof findUnannounced>>>

/** The oldest published release whose announcement is not complete. Withdrawn ones wait. */
export async function findUnannounced(db: Db, now: number) {
  const [row] = await db
    .select({
      id: scriptReleases.id,
      version: scriptReleases.version,
      changelog: scriptReleases.changelog,
      publishedAt: sql<number>`${scriptReleases.publishedAt}`,
      cursor: scriptReleases.announceCursor,
      productId: scripts.id,
      productName: scripts.name,
      slug: scripts.slug,
      description: scripts.description,
      tier: scripts.tier,
      priceCents: scripts.priceCents,
      riskier: releaseScans.riskier,
      isBeta: scriptReleases.isBeta,
      isSecurityUpdate: scriptReleases.isSecurityUpdate,
      betaSince: betaSince.as('beta_since'),
      announcedBefore: sql`exists (
        select 1 from script_releases other where other.script_id = ${scripts.id} and other.id <> ${scriptReleases.id}
        and other.is_beta = 0
        and (other.announced_at is not null or other.announce_cursor <> 0))`.mapWith(Boolean),
    })
    .from(scriptReleases)
    .innerJoin(scripts, eq(scripts.id, scriptReleases.scriptId))
    .leftJoin(releaseScans, eq(releaseScans.releaseId, scriptReleases.id))
    .where(
      and(
        isNull(scriptReleases.announcedAt),
        gt(scriptReleases.publishedAt, now - NEWS_MS),
        lte(scriptReleases.publishedAt, now),
        isNull(scriptReleases.yankedAt),
        // A beta version that is about to be offered to everyone is announced to them afterwards.
        isNull(scriptReleases.publishRequestedAt),
        isListed,
      ),
    )
    .orderBy(asc(scriptReleases.publishedAt), asc(scriptReleases.id))
    .limit(1)
  return row
}

export type Withdrawal = NonNullable<Awaited<ReturnType<typeof findUnnotified>>>

/**
 * The earliest withdrawn release whose notice is not complete. A notice completes once the downloads under way at the
 * withdrawal are logged. A release withdrawn after `settled` is found only while it has downloads after its cursor.
 */
export async function findUnnotified(db: Db, settled: number) {
  const [row] = await db
    .select({
      id: scriptReleases.id,
      scriptId: scriptReleases.scriptId,
      version: scriptReleases.version,
      reason: sql<string>`${scriptReleases.yankReason}`,
      advice: scriptReleases.recallAdvice,
      yankedAt: sql<number>`${scriptReleases.yankedAt}`,
      cursor: scriptReleases.notifyCursor,
      productName: scripts.name,
      slug: sql<string | null>`iif(${scripts.isDeleted}, null, ${scripts.slug})`,
    })
    .from(scriptReleases)
    .innerJoin(scripts, eq(scripts.id, scriptReleases.scriptId))
    .where(
      and(
        // Must repeat the condition of the index script_releases_unnotified, or SQLite does not use it.
        sql`${scriptReleases.yankReason} is not null and ${scriptReleases.notifiedAt} is null`,
        isNotNull(scriptReleases.yankedAt),
        sql`(${scriptReleases.yankedAt} <= ${settled} or exists (select 1 from downloads d
          where d.release_id = ${scriptReleases.id} and d.id > ${scriptReleases.notifyCursor}))`,
      ),
    )
    .orderBy(asc(scriptReleases.yankedAt), asc(scriptReleases.id))
    .limit(1)
  return row
}

/** The next accounts by id. */
export const listUserIds = (db: Db, after: number, limit: number) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(gt(users.id, after), ...live))
    .orderBy(asc(users.id))
    .limit(limit)

/** The next owners of any of these products, by user id. The unary plus makes SQLite use the ordered index by user. */
export const listHolderIds = (db: Db, scriptIds: number[], after: number, limit: number) =>
  db
    .select({ id: sql<number>`${userScripts.userId}` })
    .from(userScripts)
    .where(and(gt(userScripts.userId, after), sql`+${userScripts.scriptId} in ${scriptIds}`))
    .groupBy(userScripts.userId)
    .orderBy(asc(userScripts.userId))
    .limit(limit)

/** The unary plus keeps the planner from starting at the catalogue: the other table's index finds the few rows. */
const isListed = sql`+${scripts.isDeleted} = 0`

/** Mail to the account's address bounces: an announcement would only become a dead letter. */
const isBounced = sql`exists (select 1 from email_suppressions s where s.email_key = users.email_key and s.reason = 'bounced')`

const live = [isNull(users.deactivatedAt), isNull(users.deletedAt)]

/** The data that decides about notifying these accounts. Closed and deleted accounts are absent. */
export const selectReaders = (db: Db, ids: number[]) =>
  db
    .select({
      id: users.id,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      emailNotifications: users.emailNotifications,
      newAirdrops: users.newAirdrops,
      gotReceipt:
        sql`exists (select 1 from email_deliveries d where d.user_id = users.id and d.template = 'receipt'
        and d.status = 'sent' and lower(d.to_address) = users.email_key)`
          .mapWith(Boolean)
          .as('got_receipt'),
      isBounced: isBounced.mapWith(Boolean).as('is_bounced'),
    })
    .from(users)
    .where(and(inList(users.id, ids), ...live))

/** The next confirmed subscribers by id. An address that an account has confirmed is absent: the account decides. */
export const listSubscribers = (db: Db, after: number, limit: number) =>
  db
    .select({ id: subscribers.id, email: subscribers.email })
    .from(subscribers)
    .where(
      and(
        gt(subscribers.id, after),
        isNotNull(subscribers.confirmedAt),
        isNull(subscribers.unsubscribedAt),
        sql`not exists (select 1 from users u where u.email_key = ${subscribers.emailKey}
          and u.email_verified_at is not null and u.deleted_at is null)`,
      ),
    )
    .orderBy(asc(subscribers.id))
    .limit(limit)

/**
 * The next guest purchases of these products, by grant id, whose receipt was sent and did not bounce. Suppressed
 * addresses are absent.
 */
export const listGuests = (db: Db, scriptIds: number[], after: number, limit: number) =>
  db
    .select({
      id: userScripts.id,
      paymentId: sql<number>`${userScripts.paymentId}`,
      scriptId: userScripts.scriptId,
      email: emailDeliveries.toAddress,
    })
    .from(userScripts)
    .innerJoin(emailDeliveries, sql`${emailDeliveries.key} = ${RECEIPT} || ${userScripts.paymentId}`)
    .where(
      and(
        // Must repeat the condition of the index user_scripts_guests, or SQLite does not use it.
        sql`ifnull(${userScripts.userId}, 0) = 0`,
        eq(userScripts.isActive, true),
        gt(userScripts.id, after),
        sql`+${userScripts.scriptId} in ${scriptIds}`,
        eq(emailDeliveries.status, 'sent'),
        sql`not exists (select 1 from email_suppressions s where s.email_key = lower(${emailDeliveries.toAddress}))`,
      ),
    )
    .orderBy(asc(userScripts.id))
    .limit(limit)

const RECEIPT = receiptKey('')

const UPDATES_END = 'updates-end:'

/** One key per purchase: the mail about the end of its updates is queued once. */
export const updatesEndKey = (grantId: number) => `${UPDATES_END}${grantId}`

/** The product that the purchase of this grant was: of a bundle, the bundle. */
const soldAs = sql`(select p.script_id from payments p where p.id = ${userScripts.paymentId})`

/** A bundle has several grants, all bought at the same time: one mail is enough. */
const isFirstOfOrder = sql`not exists (select 1 from user_scripts o
  where o.payment_id = ${userScripts.paymentId} and o.id < ${userScripts.id} and o.is_active = 1)`

/** Purchases made in this window, by date, whose owners want the reminder and have not got it yet. */
export const listEnding = (
  db: Db,
  window: { from: number; to: number },
  after: { purchasedAt: number; grantId: number },
  limit: number,
) =>
  db
    .select({
      grantId: userScripts.id,
      purchasedAt: userScripts.purchasedAt,
      userId: users.id,
      email: users.email,
      productId: scripts.id,
      productName: scripts.name,
      slug: scripts.slug,
      priceCents: scripts.priceCents,
    })
    .from(userScripts)
    .innerJoin(users, eq(users.id, userScripts.userId))
    .innerJoin(scripts, eq(scripts.id, soldAs))
    .where(
      and(
        // Must repeat the condition of the index user_scripts_bought, or SQLite does not use it.
        sql`${userScripts.accessType} = 'purchase' and ${userScripts.isActive} = 1`,
        // Each portion begins where the one before ended.
        gte(userScripts.purchasedAt, Math.max(after.purchasedAt, window.from)),
        lte(userScripts.purchasedAt, window.to),
        sql`(${userScripts.purchasedAt}, ${userScripts.id}) > (${after.purchasedAt}, ${after.grantId})`,
        eq(users.promotionalEmails, true),
        isNotNull(users.emailVerifiedAt),
        sql`not ${isBounced}`,
        ...live,
        eq(scripts.tier, 'script'),
        isListed,
        isFirstOfOrder,
        sql`not exists (select 1 from ${emailDeliveries} where ${emailDeliveries.key} = ${UPDATES_END} || ${userScripts.id})`,
      ),
    )
    .orderBy(asc(userScripts.purchasedAt), asc(userScripts.id))
    .limit(limit)
