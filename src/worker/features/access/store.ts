import { and, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { BUNDLED_MAX } from '#shared/catalogue/terms.ts'
import type { UserId } from '../../db/account-batch.ts'
import type { In } from '../../db/built-once.ts'
import type { Db } from '../../db/client.ts'
import { grantedIds } from '../../db/granted-ids.ts'
import { inList } from '../../db/in-list.ts'
import { ownDownloads } from '../../db/own-downloads.ts'
import { runFacts } from '../../db/run-facts.ts'
import { betaChoices, userScripts } from '../../db/schema/access.ts'
import { users } from '../../db/schema/accounts.ts'
import { scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import { downloads } from '../../db/schema/downloads.ts'
import { payments } from '../../db/schema/payments.ts'
import { subscriptions } from '../../db/schema/subscriptions.ts'

const owned = {
  grantId: userScripts.id,
  userId: userScripts.userId,
  scriptId: userScripts.scriptId,
  tier: scripts.tier,
  isActive: userScripts.isActive,
  purchasedAt: userScripts.purchasedAt,
  expiresAt: userScripts.expiresAt,
  subscription: {
    status: subscriptions.status,
    currentPeriodStart: subscriptions.currentPeriodStart,
    currentPeriodEnd: subscriptions.currentPeriodEnd,
    trialEndsAt: subscriptions.trialEndsAt,
    cancelAtPeriodEnd: subscriptions.cancelAtPeriodEnd,
    cancelAt: subscriptions.cancelAt,
    pastDueSince: subscriptions.pastDueSince,
  },
}

const selectOwned = (db: Db) =>
  db
    .select(owned)
    .from(userScripts)
    .innerJoin(scripts, eq(scripts.id, userScripts.scriptId))
    .leftJoin(subscriptions, eq(subscriptions.id, userScripts.subscriptionId))

/** Grants that a link opens, each with the moment before which links of its account were ended. */
const selectLinked = (
  db: Db,
  linksValidFrom: typeof users.linksValidFrom | SQL.Aliased<number | null> = users.linksValidFrom,
) =>
  db
    .select({ ...owned, linksValidFrom })
    .from(userScripts)
    .innerJoin(scripts, eq(scripts.id, userScripts.scriptId))
    .leftJoin(subscriptions, eq(subscriptions.id, userScripts.subscriptionId))
    .leftJoin(users, eq(users.id, userScripts.userId))

export const selectOwnedGrantsOfUser = (db: Db, userId: UserId) =>
  selectOwned(db).where(eq(userScripts.userId, userId)).orderBy(desc(userScripts.id)).limit(500)

/** Grants of several users. `scriptIds` restricts them to these products. */
export const selectOwnedGrantsOfUsers = (db: Db, userIds: number[], scriptIds?: number[]) =>
  selectOwned(db).where(
    and(inList(userScripts.userId, userIds), scriptIds && inList(sql`+${userScripts.scriptId}`, scriptIds)),
  )

/** Grants by id. `grants` is an SQL list of ids. */
export const selectOwnedGrantsByIds = (db: Db, grants: SQL) =>
  selectOwned(db).where(sql`${userScripts.id} in ${grants}`)

/** Grants of one user. No row where the account is closed or deleted, or was created after `madeBy`. */
export const selectOwnedGrantsOfAccount = (db: Db, userId: number, madeBy: number) =>
  selectLinked(db)
    .where(
      and(
        eq(userScripts.userId, userId),
        isNull(users.deactivatedAt),
        isNull(users.deletedAt),
        lte(users.createdAt, madeBy),
      ),
    )
    .orderBy(desc(userScripts.id))
    .limit(500)

/** The time before which links of this payment ended: by its account's password, or by a corrected address (061). */
const linksOfOrder = (paymentId: number) =>
  sql<number | null>`max(coalesce(${users.linksValidFrom}, 0), coalesce((select c.links_valid_from
    from guest_checkouts c where c.payment_id = ${paymentId}), 0))`.as('links_valid_from')

/**
 * The grants that this payment opens: one, or those of a bundle. A later payment of a subscription has no grant of its
 * own: it opens the subscription's. No row while the owner's account is closed, or where the payment was created after `madeBy`. For a
 * guest's grant there is no account to check.
 */
export const selectOwnedGrantsOfPayment = (db: Db, paymentId: number, madeBy: number) =>
  selectLinked(db, linksOfOrder(paymentId))
    .where(
      and(
        or(
          eq(userScripts.paymentId, paymentId),
          eq(
            userScripts.subscriptionId,
            db.select({ id: payments.subscriptionId }).from(payments).where(eq(payments.id, paymentId)),
          ),
        ),
        isNull(users.deactivatedAt),
        isNull(users.deletedAt),
        sql`exists (select 1 from payments p where p.id = ${paymentId} and p.created_at <= ${madeBy})`,
      ),
    )
    // The payment's own grant may be revoked because its subscription was merged: the active grant comes first.
    .orderBy(desc(userScripts.isActive))
    .limit(BUNDLED_MAX)

/** Requests read to find the newest downloads: the newest ones of the account and of each of its payments. */
const MOST_READ = 1_000

/**
 * Of each of these products, the newest release among the account's latest downloads. `products` is an SQL list of ids.
 */
export const selectNewestDownloads = (db: Db, userId: UserId, products: SQL) =>
  db
    .select({
      scriptId: downloads.scriptId,
      // SQLite takes both from the row of the maximum.
      publishedAt: sql<number | null>`max(${scriptReleases.publishedAt})`.as('newest_at'),
      version: scriptReleases.version,
    })
    .from(downloads)
    .innerJoin(scriptReleases, eq(scriptReleases.id, downloads.releaseId))
    .where(
      sql`${downloads.id} in ${ownDownloads({ userId }, { where: sql`true`, limit: MOST_READ })}
        and +${downloads.scriptId} in (${products})`,
    )
    .groupBy(downloads.scriptId)

/** The run facts of these products' releases for which `offered` is true. `products` is an SQL list of ids. */
export const selectRunFactsOf = (db: Db, products: SQL, offered: SQL | undefined) =>
  db
    .select({ releaseId: scriptReleases.id, run: runFacts('script_releases').as('run') })
    .from(scriptReleases)
    .where(and(sql`${scriptReleases.scriptId} in (${products})`, offered))

/**
 * Of each of these products, the account's newest order of it, or of a bundle with it, that was paid with money.
 * `products` is an SQL list of ids.
 */
export const selectPaidOrders = (db: Db, userId: UserId, products: SQL) =>
  db
    .select({
      scriptId: sql<number>`granted.value`.as('granted_id'),
      // SQLite takes it from the row of the maximum.
      orderReference: payments.orderReference,
      newest: sql<number>`max(${payments.id})`.as('newest_id'),
    })
    .from(payments)
    .innerJoin(sql`json_each(${grantedIds('payments')}) granted`, sql`true`)
    .where(
      and(
        eq(payments.userId, userId),
        isNotNull(payments.paymentDate),
        gt(payments.amountCents, 0),
        sql`granted.value in (${products})`,
      ),
    )
    .groupBy(sql`granted.value`)

/** The account's grants that came with a bundle, and the bundle's name. */
export const selectBundleNames = (db: Db, userId: UserId) =>
  db
    .select({ grantId: userScripts.id, bundle: scripts.name })
    .from(userScripts)
    .innerJoin(payments, eq(payments.id, userScripts.paymentId))
    .innerJoin(scripts, eq(scripts.id, payments.scriptId))
    .where(and(eq(userScripts.userId, userId), isNotNull(payments.bundledIds)))
    .limit(500)

/** The payment behind a grant, if there is one. */
export const selectPaymentOfGrant = (db: Db, grantId: number) =>
  db
    .select({ paymentId: userScripts.paymentId })
    .from(userScripts)
    .where(eq(userScripts.id, grantId))
    .limit(1)

/**
 * Ids of the products this user might open, in order: their own (listed or not) and, with a plan, every listed one. Not
 * bundles, which have no file: a plan opens their products.
 * A candidate list for the access rule, which decides.
 */
export const openableIds = (userId: UserId, page: { limit: In<number>; cursor: In<number> }): SQL => sql`
  select s.id from scripts s
  where s.id > ${page.cursor} and (
    s.id in (select g.script_id from user_scripts g where g.user_id = ${userId})
    or (s.is_deleted = 0 and s.bundled_ids is null and exists (
      select 1 from user_scripts g where g.user_id = ${userId} and g.script_id in (${PREMIUM_ID}, ${LIFETIME_ID}))))
  order by s.id limit ${page.limit}`

/** The products of which the account chose beta versions. */
export const selectOwnBetaChoices = (db: Db, userId: UserId) =>
  db
    .select({ userId: betaChoices.userId, scriptId: betaChoices.scriptId })
    .from(betaChoices)
    .where(eq(betaChoices.userId, userId))

/** The products of these whose beta versions the accounts chose. Without `scriptIds`: of all products. */
export const selectBetaChoices = (db: Db, userIds: number[], scriptIds?: number[]) =>
  db
    .select({ userId: betaChoices.userId, scriptId: betaChoices.scriptId })
    .from(betaChoices)
    .where(
      and(inList(betaChoices.userId, userIds), scriptIds && inList(sql`+${betaChoices.scriptId}`, scriptIds)),
    )
