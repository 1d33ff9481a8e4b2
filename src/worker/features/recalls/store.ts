import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { MAX_SHOWN_RECALLS } from '#shared/recalls/terms.ts'
import type { UserId } from '../../db/account-batch.ts'
import { betaSince } from '../../db/beta-since.ts'
import type { Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { hasDownloaded } from '../../db/own-downloads.ts'
import { users } from '../../db/schema/accounts.ts'
import { scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import { incidentReports, incidentSteps, recallReceipts } from '../../db/schema/incidents.ts'
import { logEntries } from '../../db/schema/log.ts'

/**
 * The recalls that the user has not confirmed, newest first. Found from the recalled releases, which are few: each by
 * the user's own downloads.
 */
export const selectUnconfirmed = (db: Db, userId: UserId) =>
  db
    .select({
      releaseId: scriptReleases.id,
      productName: scripts.name,
      slug: sql<string | null>`iif(${scripts.isDeleted}, null, ${scripts.slug})`.as('listed_slug'),
      version: scriptReleases.version,
      reason: sql<string>`${scriptReleases.yankReason}`.as('reason'),
      advice: sql<string>`${scriptReleases.recallAdvice}`.as('advice'),
      recalledAt: sql<number>`${scriptReleases.yankedAt}`.as('recalled_at'),
    })
    .from(scriptReleases)
    .innerJoin(scripts, eq(scripts.id, scriptReleases.scriptId))
    .where(
      sql`${scriptReleases.recallAdvice} is not null
        and not exists (select 1 from recall_receipts s
          where s.release_id = ${scriptReleases.id} and s.user_id = ${userId})
        and ${hasDownloaded(userId, sql`${scriptReleases.id}`)}`,
    )
    .orderBy(desc(scriptReleases.yankedAt), desc(scriptReleases.id))
    .limit(MAX_SHOWN_RECALLS)

/** A withdrawn release of this id. */
export const selectWithdrawn = (db: Db, id: number) =>
  db
    .select({
      releaseId: scriptReleases.id,
      productId: scriptReleases.scriptId,
      productName: scripts.name,
      version: scriptReleases.version,
      fileName: scriptReleases.fileName,
      size: scriptReleases.fileSize,
      sha256: scriptReleases.sha256,
      reason: scriptReleases.yankReason,
      advice: scriptReleases.recallAdvice,
      withdrawnAt: sql<number>`${scriptReleases.yankedAt}`.as('withdrawn_at'),
      sheetId: sheetOf(id).as('sheet_id'),
    })
    .from(scriptReleases)
    .innerJoin(scripts, eq(scripts.id, scriptReleases.scriptId))
    .where(sql`${scriptReleases.id} = ${id} and ${scriptReleases.yankedAt} is not null`)

/** The recalled release that has the report sheet of this release's file: the one with the lowest id. */
const sheetOf = (id: number): SQL<number | null> =>
  sql<number | null>`(select min(same.id) from script_releases same
    where same.sha256 = (select own.sha256 from script_releases own where own.id = ${id})
    and same.recall_advice is not null)`

/** Sorts after every character of a key. */
const LAST = '\u{10FFFF}'

/** The mails of a release's notice: a range of the unique keys (`noticeKey`). */
const noticeMails = sql`(
  select json_object(
    'total', count(*),
    'waiting', count(*) filter (where m.status in ('queued', 'sending', 'retrying')),
    'sent', count(*) filter (where m.status = 'sent'),
    'delivered', count(*) filter (where m.status = 'sent' and m.outcome in ('delivered', 'complained')),
    'bounced', count(*) filter (where m.status = 'sent' and m.outcome in ('bounced', 'failed', 'suppressed')),
    'dead', count(*) filter (where m.status = 'dead'))
  from email_deliveries m
  where m.key >= 'recall:' || ${scriptReleases.id} || ':' || ${scriptReleases.yankedAt} || ':'
    and m.key < 'recall:' || ${scriptReleases.id} || ':' || ${scriptReleases.yankedAt} || ':' || ${LAST})`

/** Requests, people, accounts and emergency links of a release's downloads. */
const audience = sql`(
  select json_object(
    'downloads', count(*),
    'people', count(distinct coalesce('user ' || coalesce(d.user_id, p.user_id), 'payment ' || d.payment_id)),
    'accounts', count(distinct coalesce(d.user_id, p.user_id)),
    'unknown', count(distinct d.emergency_link_id))
  from downloads d left join payments p on p.id = d.payment_id
  where d.release_id = ${scriptReleases.id})`

/**
 * The withdrawn release of this id, and where it was recalled every recalled release of its file, with the numbers of
 * their people and mails.
 */
export const selectVersions = (db: Db, id: number, now: number) =>
  db
    .select({
      releaseId: scriptReleases.id,
      productId: scriptReleases.scriptId,
      productName: scripts.name,
      version: scriptReleases.version,
      /** The first time, also as a beta version. */
      publishedAt: sql<number | null>`coalesce(${betaSince}, ${scriptReleases.publishedAt})`.as(
        'first_published_at',
      ),
      withdrawnAt: sql<number>`${scriptReleases.yankedAt}`.as('withdrawn_at'),
      replacement: sql<string | null>`(select n.version from script_releases n
        where n.script_id = ${scriptReleases.scriptId} and n.published_at <= ${now} and n.yanked_at is null and n.is_beta = 0
        order by n.published_at desc, n.id desc limit 1)`.as('replacement'),
      audience: sql<string>`${audience}`.as('audience'),
      mails: sql<string>`${noticeMails}`.as('mails'),
      seen: sql<number>`(select count(*) from recall_receipts s where s.release_id = ${scriptReleases.id})`.as(
        'seen',
      ),
    })
    .from(scriptReleases)
    .innerJoin(scripts, eq(scripts.id, scriptReleases.scriptId))
    .where(
      sql`${scriptReleases.sha256} = (select own.sha256 from script_releases own where own.id = ${id})
        and ${scriptReleases.yankedAt} is not null
        and (${scriptReleases.id} = ${id} or (${scriptReleases.recallAdvice} is not null
          and exists (select 1 from script_releases own where own.id = ${id} and own.recall_advice is not null)))`,
    )
    .orderBy(asc(scriptReleases.id))

const MAX_ENTRIES = 100

/** The entries of the public log about the file of this release, oldest first. */
export const selectEntriesOf = (db: Db, id: number) =>
  db
    .select({
      index: logEntries.idx,
      type: sql<string>`(${logEntries.entry} ->> '$.type') || iif(${logEntries.entry} ->> '$.channel' = 'beta', ', beta', '')`.as(
        'type',
      ),
      at: sql<string>`${logEntries.entry} ->> '$.at'`.as('at'),
    })
    .from(logEntries)
    .where(sql`${logEntries.sha256} = (select own.sha256 from script_releases own where own.id = ${id})`)
    .orderBy(asc(logEntries.idx))
    .limit(MAX_ENTRIES)

/** The report of this release's file, if anything of it was changed. */
export const selectReport = (db: Db, id: number) =>
  db
    .select({ awareAt: incidentReports.awareAt, note: incidentReports.note })
    .from(incidentReports)
    .where(eq(incidentReports.releaseId, sheetOf(id)))

export const selectSteps = (db: Db, id: number) =>
  db
    .select({
      clock: incidentSteps.clock,
      doneAt: incidentSteps.doneAt,
      note: incidentSteps.note,
      doneBy: sql<string | null>`iif(${users.deletedAt} is null, ${users.username}, null)`.as('done_by_name'),
    })
    .from(incidentSteps)
    .leftJoin(users, eq(users.id, incidentSteps.doneBy))
    .where(eq(incidentSteps.releaseId, sheetOf(id)))
    .orderBy(asc(incidentSteps.doneAt))

const noticeMail = {
  key: emailDeliveries.key,
  userId: emailDeliveries.userId,
  to: emailDeliveries.toAddress,
  status: emailDeliveries.status,
  outcome: emailDeliveries.outcome,
}

export type NoticeMailRow = Awaited<ReturnType<typeof selectMails>>[number]

/** The mails with these keys. */
export const selectMails = (db: Db, keys: string[]) =>
  db.select(noticeMail).from(emailDeliveries).where(inList(emailDeliveries.key, keys))

/** The mails to these accounts whose keys begin with `prefix`: also to an address that an account had before. */
export const selectMailsOf = (db: Db, userIds: number[], prefix: string) =>
  db
    .select(noticeMail)
    .from(emailDeliveries)
    // The + excludes the index by key, in which the whole notice would be read.
    .where(sql`${inList(emailDeliveries.userId, userIds)} and +${emailDeliveries.key} >= ${prefix}
      and +${emailDeliveries.key} < ${prefix + LAST}`)

export const selectReceipts = (db: Db, releaseId: number, userIds: number[]) =>
  db
    .select({ userId: recallReceipts.userId, seenAt: recallReceipts.seenAt })
    .from(recallReceipts)
    .where(sql`${recallReceipts.releaseId} = ${releaseId} and ${inList(recallReceipts.userId, userIds)}`)

/** Of these accounts, those that downloaded the release up to this download: signed in, or by a link of a purchase. */
export const selectEarlier = (db: Db, releaseId: number, userIds: number[], until: number) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(
      // The + excludes the index by release, so that SQLite uses the indexes by user and by payment.
      sql`${inList(users.id, userIds)} and (
        exists (select 1 from downloads d
          where d.user_id = ${users.id} and +d.release_id = ${releaseId} and d.id <= ${until})
        or exists (select 1 from payments p join downloads d on d.payment_id = p.id
          where p.user_id = ${users.id} and +d.release_id = ${releaseId} and d.id <= ${until}))`,
    )
