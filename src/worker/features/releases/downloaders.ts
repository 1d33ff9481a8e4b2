import { and, asc, eq, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { WithdrawalPreview } from '#shared/releases/contract.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { scriptReleases } from '../../db/schema/catalogue.ts'
import { downloads } from '../../db/schema/downloads.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import { payments } from '../../db/schema/payments.ts'
import { LINK_LIFETIME_MS } from '../email/download-link.ts'
import { FORGOTTEN_ADDRESS, receiptKey } from '../email/writes.ts'

type Release = { id: number; scriptId: number | SQL }

const RECEIPT = receiptKey('')

const receiptAddress = sql<string | null>`nullif(${emailDeliveries.toAddress}, ${FORGOTTEN_ADDRESS})`

/** Maximum downloads read for a portion of this many people: some download a file many times. */
const windowOf = (people: number) => 40 * people

const selectWindow = (db: Db, { id }: Pick<Release, 'id'>, after: number) =>
  db
    .select({
      id: downloads.id,
      userId: downloads.userId,
      paymentId: downloads.paymentId,
      createdAt: downloads.createdAt,
    })
    .from(downloads)
    .where(and(eq(downloads.releaseId, id), gt(downloads.id, after)))
    .orderBy(asc(downloads.id))

/** The last download that `listDownloaders` reads. `isFull`: there may be more after it. */
export function selectWindowEnd(db: Db, release: Pick<Release, 'id'>, after: number, limit: number) {
  const seen = selectWindow(db, release, after).limit(windowOf(limit)).as('seen')
  return db
    .select({
      lastId: sql<number | null>`max(${seen.id})`.as('last_id'),
      isFull: sql`count(*) = ${windowOf(limit)}`.mapWith(Boolean).as('is_full'),
    })
    .from(seen)
}

/** The + excludes the index by release, so that SQLite uses the indexes by user and by payment. */
const wasNotifiedBy = (
  { id }: Pick<Release, 'id'>,
  after: number,
  who: { userId: SQLWrapper; paymentId: SQLWrapper },
) =>
  sql`exists (select 1 from downloads earlier where +earlier.release_id = ${id} and earlier.id <= ${after}
    and (earlier.user_id = ${who.userId} or earlier.payment_id = ${who.paymentId}))`

/**
 * The people who downloaded this release after `after` and not before, each once, ordered by their first download, with
 * the addresses to notify. `email`: the account's or, for a guest purchase, the receipt's. `linkEmail`: the receipt's
 * address where its link was used and the account has another address. Both null: the account was deleted, or an
 * emergency link was used by an unknown person. `grantId`: the grant that the payment's link opens.
 */
export function listDownloaders(db: Db, release: Pick<Release, 'id'>, after: number, limit: number) {
  const seen = selectWindow(db, release, after)
    .limit(limit < 0 ? limit : windowOf(limit))
    .as('seen')
  const people = db
    .select({
      firstId: sql<number>`min(${seen.id})`.as('first_id'),
      userId: seen.userId,
      paymentId: seen.paymentId,
      // The first use decides: a receipt's link that had expired by then never works again.
      createdAt: sql<number>`min(${seen.createdAt})`.as('first_at'),
    })
    .from(seen)
    .groupBy(seen.userId, seen.paymentId)
    .having(after > 0 ? sql`not ${wasNotifiedBy(release, after, seen)}` : undefined)
    .orderBy(sql`first_id`)
    .limit(limit)
    .as('people')
  /** The account behind a download: the user who was signed in, or the owner of the payment whose link was used. */
  const ownerId = sql<number | null>`coalesce(${people.userId}, ${payments.userId})`
  return db
    .select({
      firstId: people.firstId,
      userId: sql<number | null>`${ownerId}`.as('owner_id'),
      paymentId: sql<number | null>`${people.paymentId}`.as('paid_by'),
      firstDownloadAt: sql<number>`${people.createdAt}`.as('first_download_at'),
      username: sql<string | null>`iif(${users.deletedAt} is null, ${users.username}, null)`.as(
        'reader_name',
      ),
      grantId: sql<number | null>`(select g.id from user_scripts g
        where g.payment_id = ${people.paymentId} or g.subscription_id = ${payments.subscriptionId}
        order by g.is_active desc limit 1)`.as('grant_id'),
      email: sql<
        string | null
      >`iif(${ownerId} is null, coalesce(${receiptAddress}, ${payments.email}), iif(${users.deletedAt} is null, ${users.email}, null))`.as(
        'reader_email',
      ),
      linkEmail: sql<string | null>`iif(${ownerId} is not null and ${users.deletedAt} is null
        and ${people.createdAt} <= ${emailDeliveries.queuedAt} + ${LINK_LIFETIME_MS}
        and lower(${emailDeliveries.toAddress}) <> ${users.emailKey}, ${receiptAddress}, null)`.as(
        'link_email',
      ),
    })
    .from(people)
    .leftJoin(payments, eq(payments.id, people.paymentId))
    .leftJoin(users, sql`${users.id} = ${ownerId}`)
    .leftJoin(emailDeliveries, sql`${emailDeliveries.key} = ${RECEIPT} || ${people.paymentId}`)
    .orderBy(asc(people.firstId))
}

/**
 * The next people to whom an owner's link to the product was mailed, ordered by mail; only where the release was
 * downloaded by a link of that owner while the mailed link worked. The log does not say which link was used.
 */
export const listRecipients = (db: Db, { id, scriptId }: Release, after: number, limit: number) =>
  db
    .select({ id: emailDeliveries.id, email: emailDeliveries.toAddress })
    .from(emailDeliveries)
    .where(
      and(
        // Exactly the terms of the index email_deliveries_product_link, or SQLite does not use the index.
        sql`${emailDeliveries.template} = 'product-link'`,
        sql`${emailDeliveries.data} ->> '$.productId' = ${scriptId}`,
        gt(emailDeliveries.id, after),
        sql`${emailDeliveries.status} <> 'dead'`,
        // The + excludes the index by release, so that SQLite uses the indexes by payment and by user.
        sql`exists (select 1 from downloads d where +d.release_id = ${id} and d.via = 'link'
          and (d.payment_id = json_extract(${emailDeliveries.data}, '$.holder.paymentId')
            or d.user_id = json_extract(${emailDeliveries.data}, '$.holder.userId'))
          and d.created_at >= ${emailDeliveries.createdAt}
          and d.created_at <= ${emailDeliveries.queuedAt} + ${LINK_LIFETIME_MS})`,
      ),
    )
    .orderBy(asc(emailDeliveries.id))
    .limit(limit)

const EVERYBODY = -1

/** The number of people to whom a withdrawal of this release is mailed: distinct addresses, as in the sweep. One row. */
const selectCount = (db: Db, release: Release) =>
  db
    .select({
      people: sql<number>`count(*)`.as('people'),
      unreachable: sql<number>`count(*) filter (where exists (select 1 from email_suppressions s
        where s.email_key = addresses.address and s.reason in ('bounced', 'complained')))`.as('unreachable'),
      unknown: sql<number>`(select count(distinct d.emergency_link_id) from downloads d
        where d.release_id = ${release.id} and d.via = 'emergency')`.as('unknown'),
      sameFile:
        sql<number>`(select count(*) from script_releases own join script_releases r on r.sha256 = own.sha256
        where own.id = ${release.id} and r.id <> own.id and r.published_at is not null)`.as('same_file'),
    })
    .from(
      sql`(with downloaders as ${listDownloaders(db, release, 0, EVERYBODY)}
        select lower(reader_email) as address from downloaders where reader_email is not null
        union select lower(link_email) from downloaders where link_email is not null
        union select lower(r.to_address) from ${listRecipients(db, release, 0, EVERYBODY)} r) addresses`,
    )

const NOBODY: WithdrawalPreview = { people: 0, unreachable: 0, unknown: 0, sameFile: 0 }

export const countDownloaders = async (db: Db, release: Release): Promise<WithdrawalPreview> =>
  (await selectCount(db, release))[0] ?? NOBODY

/** As `countDownloaders`; null where the release does not exist. One round trip. */
export async function previewWithdrawal(db: Db, id: number): Promise<WithdrawalPreview | null> {
  const own = db
    .select({ scriptId: scriptReleases.scriptId })
    .from(scriptReleases)
    .where(eq(scriptReleases.id, id))
    .limit(1)
  const [found, [count]] = await db.batch([own, selectCount(db, { id, scriptId: sql`${own}` })])
  return found.length === 0 ? null : (count ?? NOBODY)
}
