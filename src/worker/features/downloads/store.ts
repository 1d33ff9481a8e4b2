import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { HOUR } from '#shared/core/time.ts'
import { LIMIT_WINDOW_MS } from '#shared/downloads/limit-rules.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import { downloads } from '../../db/schema/downloads.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import { payments } from '../../db/schema/payments.ts'
import { before, type Moment } from '../../http/moment-paging.ts'
import type { LinkHolder } from '../email/mail-rules.ts'

/** Maximum requests read for the limits, per way: within the window, newest first. */
const MOST_READ = 5_000

/** The account of a holder: the payment's, where a link was signed for a payment. Null for a guest purchase. */
const accountOf = (holder: LinkHolder): SQL =>
  'userId' in holder
    ? sql`${holder.userId}`
    : sql`(select user_id from payments where id = ${holder.paymentId})`

/**
 * The downloads of a purchase that its limits count: with the account's session, by links for the account, and by links
 * for its payments. `productId` undefined: of all products. Rows of one network, release and hour are one.
 */
export function selectCounted(db: Db, holder: LinkHolder, productId: number | undefined, now: number) {
  // Downloads before an admin lifted the limits of the account do not count.
  const since = sql`max(${now - LIMIT_WINDOW_MS}, coalesce((select l.created_at from audit_log l
    where l.subject = 'user:' || cast(${accountOf(holder)} as integer) and l.action = 'user.lift-download-limits'
    order by l.id desc limit 1), 0))`
  const columns = sql.raw('d.script_id, d.release_id, d.network, d.created_at')
  const ofPayments = (which: SQL) => sql`select * from (select ${columns} from payments p
    join downloads d on d.payment_id = p.id where ${which} and d.created_at > ${since} limit ${MOST_READ})`
  const seen = sql`(select * from (select ${columns} from downloads d
      where d.user_id = ${accountOf(holder)} and d.created_at > ${since} order by d.created_at desc limit ${MOST_READ})
    union all ${ofPayments(sql`p.user_id = ${accountOf(holder)}`)}
    ${'paymentId' in holder ? sql`union all ${ofPayments(sql`p.id = ${holder.paymentId} and p.user_id is null`)}` : sql``}) seen`
  return db
    .select({
      scriptId: sql<number>`seen.script_id`.as('of_script'),
      releaseId: sql<number>`seen.release_id`.as('of_release'),
      network: sql<string | null>`seen.network`.as('of_network'),
      hour: sql<number>`seen.created_at / ${sql.raw(String(HOUR))}`.as('of_hour'),
      lastAt: sql<number>`max(seen.created_at)`.as('last_at'),
    })
    .from(seen)
    .where(productId === undefined ? undefined : sql`seen.script_id = ${productId}`)
    .groupBy(sql`of_script`, sql`of_release`, sql`of_network`, sql`of_hour`)
}

/** A page of the account's downloads, in its sessions and by links of its payments, newest first. */
export function selectHistory(db: Db, userId: number, page: { limit: number; cursor?: Moment | undefined }) {
  const size = page.limit + 1
  const older = before(sql`d.created_at`, sql`d.id`, page.cursor) ?? sql`true`
  const ids = sql`(select id from (select d.id from downloads d where d.user_id = ${userId} and ${older}
      order by d.created_at desc, d.id desc limit ${size})
    union select id from (select d.id from payments p join downloads d on d.payment_id = p.id
      where p.user_id = ${userId} and ${older} order by d.created_at desc, d.id desc limit ${size}))`
  return db
    .select({
      id: downloads.id,
      createdAt: downloads.createdAt,
      via: downloads.via,
      network: downloads.network,
      scriptId: downloads.scriptId,
      slug: scripts.slug,
      name: scripts.name,
      version: scriptReleases.version,
      yankedAt: scriptReleases.yankedAt,
      recallAdvice: scriptReleases.recallAdvice,
    })
    .from(downloads)
    .innerJoin(scripts, eq(scripts.id, downloads.scriptId))
    .innerJoin(scriptReleases, eq(scriptReleases.id, downloads.releaseId))
    .where(sql`${downloads.id} in ${ids}`)
    .orderBy(desc(downloads.createdAt), desc(downloads.id))
    .limit(size)
}

/** The person to notify about a purchase, with the product's name. Addresses are null where they were deleted. */
export const selectOwner = (db: Db, holder: LinkHolder, productId: number) =>
  db
    .select({
      productName: scripts.name,
      userId: sql<number | null>`${users.id}`.as('owner_id'),
      email: sql<
        string | null
      >`iif(${users.id} is null, ${payments.email}, iif(${users.deletedAt} is null, ${users.email}, null))`.as(
        'owner_email',
      ),
    })
    .from(scripts)
    .leftJoin(payments, eq(payments.id, 'paymentId' in holder ? holder.paymentId : sql`null`))
    .leftJoin(users, eq(users.id, 'userId' in holder ? holder.userId : payments.userId))
    .where(eq(scripts.id, productId))
    .limit(1)

/** Whether a mail whose key begins with `prefix` and ends with a number was queued after `since`. */
export const selectRecentMail = (db: Db, prefix: string, since: number) =>
  db
    .select({ id: emailDeliveries.id })
    .from(emailDeliveries)
    .where(
      and(
        gt(emailDeliveries.key, prefix),
        // The character after 9.
        lt(emailDeliveries.key, `${prefix}:`),
        gt(emailDeliveries.createdAt, since),
      ),
    )
    .limit(1)

/** Why a release is not offered any more, where it was withdrawn. */
export const selectWithdrawn = (db: Db, productId: number, version: string) =>
  db
    .select({
      yankedAt: scriptReleases.yankedAt,
      yankReason: scriptReleases.yankReason,
      recallAdvice: scriptReleases.recallAdvice,
    })
    .from(scriptReleases)
    .where(
      and(
        eq(scriptReleases.scriptId, productId),
        eq(scriptReleases.version, version),
        gt(scriptReleases.yankedAt, 0),
      ),
    )
    .limit(1)
