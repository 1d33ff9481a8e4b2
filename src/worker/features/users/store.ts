import { and, desc, eq, gt, isNotNull, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { aliased, type Db } from '../../db/client.ts'
import { monthlyCents } from '../../db/monthly-price.ts'
import { activations, licences, userScripts } from '../../db/schema/access.ts'
import { sessions, userNotes, users } from '../../db/schema/accounts.ts'
import { auditLog } from '../../db/schema/admin.ts'
import { scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import { downloads } from '../../db/schema/downloads.ts'
import { emailDeliveries, emailSuppressions } from '../../db/schema/email.ts'
import { payments } from '../../db/schema/payments.ts'
import { referrals } from '../../db/schema/referrals.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'
import { SESSION_IDLE_MS } from '../../http/session-limits.ts'
import { looksLike, purchaseCount, spentCents } from './list-store.ts'

export type Page = { limit: number; cursor?: number | undefined }

const product = aliased('product', { id: scripts.id, name: scripts.name })
const fromHere = ({ cursor }: Page) => cursor ?? Number.MAX_SAFE_INTEGER

const referrer = alias(users, 'referrer')

/** A subscription that the provider will charge again. */
const isRenewing = and(
  isNotNull(subscriptions.stripeSubscriptionId),
  notInArray(subscriptions.status, ['canceled', 'incomplete_expired']),
  eq(subscriptions.cancelAtPeriodEnd, false),
)

export const selectAccount = (db: Db, id: number) =>
  db
    .select({
      user: users,
      referrer: aliased('referrer', { id: referrer.id, username: referrer.username }),
      mark: aliased('mark', { reason: emailSuppressions.reason, createdAt: emailSuppressions.createdAt }),
      purchases: purchaseCount,
      spentCents,
      looksLike,
      renews: sql<number>`exists ${db
        .select({ one: sql`1` })
        .from(subscriptions)
        .where(and(sql`${subscriptions.userId} = users.id`, isRenewing))}`.as('renews'),
    })
    .from(users)
    .leftJoin(referrer, eq(referrer.id, users.referredBy))
    .leftJoin(emailSuppressions, eq(emailSuppressions.emailKey, users.emailKey))
    .where(eq(users.id, id))
    .limit(1)
export type AccountRow = Awaited<ReturnType<typeof selectAccount>>[number]

export type Account = typeof users.$inferSelect
export const selectUser = (db: Db, id: number) => db.select().from(users).where(eq(users.id, id)).limit(1)

export async function findAccount(db: Db, id: number): Promise<Account | undefined> {
  const [account] = await selectUser(db, id)
  return account
}

/** The lists of an account: newest first, one row more than `limit`. */
export const listPurchases = (db: Db, userId: number, page: Page) =>
  db
    .select({ payment: payments, product })
    .from(payments)
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))
    .where(and(eq(payments.userId, userId), lt(payments.id, fromHere(page))))
    .orderBy(desc(payments.id))
    .limit(page.limit + 1)
export type PurchaseRow = Awaited<ReturnType<typeof listPurchases>>[number]

/** Ids of a page of grants. */
export const pageOfGrants = (userId: number, page: Page): SQL =>
  sql`(select g.id from user_scripts g where g.user_id = ${userId} and g.id < ${fromHere(page)}
    order by g.id desc limit ${page.limit + 1})`

export const listGrants = (db: Db, userId: number, page: Page) =>
  db
    .select({
      grant: userScripts,
      product,
      licence: aliased('licence', {
        id: licences.id,
        licenceKey: licences.licenceKey,
        deviceLimit: licences.deviceLimit,
        revokedAt: licences.revokedAt,
      }),
    })
    .from(userScripts)
    .innerJoin(scripts, eq(scripts.id, userScripts.scriptId))
    .leftJoin(licences, eq(licences.grantId, userScripts.id))
    .where(sql`${userScripts.id} in ${pageOfGrants(userId, page)}`)
    .orderBy(desc(userScripts.id))
export type GrantRow = Awaited<ReturnType<typeof listGrants>>[number]

export const listDevices = (db: Db, userId: number, page: Page) =>
  db
    .select()
    .from(activations)
    .where(
      sql`${activations.licenceId} in (select l.id from licences l where l.grant_id in ${pageOfGrants(userId, page)})`,
    )
export type DeviceRow = typeof activations.$inferSelect

export const listSubscriptions = (db: Db, userId: number, page: Page) =>
  db
    .select({ subscription: subscriptions, product, monthlyCents: monthlyCents.as('agreed_cents') })
    .from(subscriptions)
    .innerJoin(scripts, eq(scripts.id, subscriptions.scriptId))
    .where(and(eq(subscriptions.userId, userId), lt(subscriptions.id, fromHere(page))))
    .orderBy(desc(subscriptions.id))
    .limit(page.limit + 1)
export type SubscriptionRow = Awaited<ReturnType<typeof listSubscriptions>>[number]

/** Downloads with the account, or by a mailed link of one of its payments. */
const pageOfDownloads = (userId: number, page: Page) => {
  const [from, size] = [fromHere(page), page.limit + 1]
  return sql`(select id from (select id from downloads where user_id = ${userId} and id < ${from}
      order by created_at desc, id desc limit ${size})
    union select id from (select d.id as id from payments p join downloads d on d.payment_id = p.id
      where p.user_id = ${userId} and d.id < ${from} order by d.id desc limit ${size}))`
}

export const listDownloads = (db: Db, userId: number, page: Page) =>
  db
    .select({ download: downloads, product, version: scriptReleases.version })
    .from(downloads)
    .innerJoin(scripts, eq(scripts.id, downloads.scriptId))
    .innerJoin(scriptReleases, eq(scriptReleases.id, downloads.releaseId))
    .where(sql`${downloads.id} in ${pageOfDownloads(userId, page)}`)
    .orderBy(desc(downloads.id))
    .limit(page.limit + 1)
export type DownloadRow = Awaited<ReturnType<typeof listDownloads>>[number]

/** Mails to the account, or to its present address. */
const pageOfMails = (userId: number, page: Page) => {
  const [from, size] = [fromHere(page), page.limit + 1]
  return sql`(select id from (select id from email_deliveries where user_id = ${userId} and id < ${from}
      order by id desc limit ${size})
    union select id from (select id from email_deliveries
      where to_address = (select email from users where id = ${userId}) and id < ${from} order by id desc limit ${size}))`
}

export const listMails = (db: Db, userId: number, page: Page) =>
  db
    .select()
    .from(emailDeliveries)
    .where(sql`${emailDeliveries.id} in ${pageOfMails(userId, page)}`)
    .orderBy(desc(emailDeliveries.id))
    .limit(page.limit + 1)
export type MailRow = typeof emailDeliveries.$inferSelect

export const listCommissions = (db: Db, userId: number, page: Page) =>
  db
    .select()
    .from(referrals)
    .where(and(eq(referrals.referrerId, userId), lt(referrals.id, fromHere(page))))
    .orderBy(desc(referrals.id))
    .limit(page.limit + 1)
export type CommissionRow = typeof referrals.$inferSelect

const commission = (status: 'pending' | 'completed' | 'paid') =>
  sql<number>`coalesce(sum(case when ${referrals.status} = ${status} then ${referrals.commissionCents} end), 0)`

export const sumReferrals = (db: Db, userId: number) =>
  db
    .select({
      registered: sql<number>`(select count(*) from users u where u.referred_by = ${userId})`.as(
        'registered',
      ),
      pending: commission('pending').as('pending'),
      payable: commission('completed').as('payable'),
      paid: commission('paid').as('paid'),
    })
    .from(referrals)
    .where(eq(referrals.referrerId, userId))

/** Maximum number of sessions shown: more than any account has. */
const SESSIONS = 50

export const listSessions = (db: Db, userId: number, now: number) =>
  db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expire, now),
        gt(sessions.lastSeenAt, now - SESSION_IDLE_MS),
      ),
    )
    .orderBy(desc(sessions.createdAt), desc(sessions.sid))
    .limit(SESSIONS)
export type SessionRow = typeof sessions.$inferSelect

const person = aliased('person', { id: users.id, username: users.username })

export const listNotes = (db: Db, userId: number, page: Page) =>
  db
    .select({ note: userNotes, author: person })
    .from(userNotes)
    .leftJoin(users, eq(users.id, userNotes.authorId))
    .where(and(eq(userNotes.userId, userId), lt(userNotes.id, fromHere(page))))
    .orderBy(desc(userNotes.id))
    .limit(page.limit + 1)
export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number]

export const listHistory = (db: Db, userId: number, page: Page) =>
  db
    .select({ entry: auditLog, actor: person })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.subject, `user:${userId}`), lt(auditLog.id, fromHere(page))))
    .orderBy(desc(auditLog.id))
    .limit(page.limit + 1)
export type HistoryRow = Awaited<ReturnType<typeof listHistory>>[number]

/** A grant of the account. Another account's grant is absent. */
export async function findGrant(db: Db, userId: number, grantId: number) {
  const [row] = await db
    .select({ grant: userScripts, product: { id: scripts.id, name: scripts.name } })
    .from(userScripts)
    .innerJoin(scripts, eq(scripts.id, userScripts.scriptId))
    .where(and(eq(userScripts.id, grantId), eq(userScripts.userId, userId)))
    .limit(1)
  return row
}

export async function findProduct(db: Db, id: number) {
  const [row] = await db
    .select({ id: scripts.id, name: scripts.name, bundledIds: scripts.bundledIds })
    .from(scripts)
    .where(eq(scripts.id, id))
    .limit(1)
  return row
}

/** The stored id of the account's session that this handle names. */
export async function findSession(db: Db, userId: number, handle: string): Promise<string | undefined> {
  const [row] = await db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), sql`substr(${sessions.sid}, 1, 16) = ${handle}`))
    .limit(1)
  return row?.sid
}
