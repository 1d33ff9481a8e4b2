import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type LogEntry, logEntrySchema } from '#shared/log/contract.ts'
import type { SealedEntry } from '#shared/log/entry-rules.ts'
import type { Db, Write } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { scriptReleases } from '../../db/schema/catalogue.ts'
import { logCheckpoints, logEntries, logNodes, logPending } from '../../db/schema/log.ts'
import type { GrownTree } from './tree-rules.ts'

/** The file that an entry is about; null: none. */
const fileOf = (entry: LogEntry): string | null => ('sha256' in entry ? entry.sha256 : null)

/** Enqueues an entry of the public log, in the batch of the change that it reports. `appendEntries` gives it a place. */
export const enqueueLogEntry = (db: Db, { text, leaf }: SealedEntry, now: number): Write =>
  db.insert(logPending).values({ entry: text, leaf, createdAt: now })

/** Rows as one parameter: a statement of D1 has at most 100. */
const rowsOf = (rows: readonly unknown[]) => sql`json_each(${JSON.stringify(rows)})`

/**
 * Entries with the places that the grown tree gives them, its nodes, the checkpoint, and the state of the releases that
 * the entries report. Refused as a whole where another run has given a place to any other entry.
 */
export function insertPlaced(
  db: Db,
  entries: readonly string[],
  tree: GrownTree,
  checkpoint: { size: number; note: string } | null,
  now: number,
): Write[] {
  const placed = tree.leaves.map(({ index, leaf }, at) => {
    const entry = entries[at] ?? ''
    return { index, leaf, entry, parsed: logEntrySchema.safeParse(JSON.parse(entry)).data }
  })
  const rows = placed.map(({ parsed, ...row }) => ({ ...row, sha256: parsed ? fileOf(parsed) : null }))
  return [
    db.insert(logEntries).select(
      sql`select value ->> 'index', value ->> 'entry', value ->> 'leaf', value ->> 'sha256'
        from ${rowsOf(rows)} order by value ->> 'index'`,
    ),
    db
      .insert(logNodes)
      .select(sql`select value ->> 'id', value ->> 'hash' from ${rowsOf(tree.nodes)} where true`),
    ...(checkpoint ? [db.insert(logCheckpoints).values({ ...checkpoint, createdAt: now })] : []),
    db.delete(logPending).where(
      inList(
        logPending.leaf,
        rows.map(({ leaf }) => leaf),
      ),
    ),
    ...placed.flatMap(({ parsed, index }) => (parsed ? releaseAfter(db, parsed, index) : [])),
  ]
}

/**
 * Whether a file was recalled. `sha256`: an SQL value. The log decides too: a restored database may have lost the
 * release that was recalled, but gets the log's entries back.
 */
export const isRecalled = (sha256: SQL): SQL => sql`(
  exists (select 1 from script_releases same where same.sha256 = ${sha256} and same.recall_advice is not null)
  or exists (select 1 from log_entries l where l.sha256 = ${sha256} and l.entry ->> '$.type' = 'recall'))`

/**
 * Recalls every release of a file that was published or is being published, and was not recalled before. Each is
 * withdrawn, and everyone who downloaded it is notified, also of an earlier withdrawal.
 */
export const recallFile = (
  db: Db,
  { sha256, reason, advice }: { sha256: string; reason: string; advice: string },
  now: number,
): Write =>
  db
    .update(scriptReleases)
    .set({ yankedAt: now, yankReason: reason, recallAdvice: advice, notifiedAt: null, notifyCursor: 0 })
    .where(
      and(
        eq(scriptReleases.sha256, sha256),
        sql`coalesce(${scriptReleases.publishedAt}, ${scriptReleases.publishRequestedAt}) is not null`,
        isNull(scriptReleases.recallAdvice),
      ),
    )

const endsWithdrawal = (at: number): SQL =>
  sql`${scriptReleases.recallAdvice} is null and coalesce(${scriptReleases.yankedAt}, 0) <= ${at}`

/**
 * The release after its entry got its place: a release is published by the log, also where a restored database had lost
 * the publication. A publication again keeps its first date. A beta version that is offered to everyone gets the date of
 * that publication: from then on it is the newest stable release.
 */
function releaseAfter(db: Db, entry: LogEntry, index: number): Write[] {
  if (entry.type === 'recall') return [recallFile(db, entry, Date.parse(entry.at))]
  if (entry.type !== 'publish' && entry.type !== 'yank') return []
  const at = Date.parse(entry.at)
  const isBeta = entry.type === 'publish' && entry.channel === 'beta'
  const change =
    entry.type === 'publish'
      ? {
          publishedAt: isBeta
            ? sql<number>`coalesce(${scriptReleases.publishedAt}, ${at})`
            : sql<number>`iif(${scriptReleases.isBeta}, ${at}, coalesce(${scriptReleases.publishedAt}, ${at}))`,
          isBeta,
          // A recall of the same file is final, and a withdrawal after this publication was requested holds.
          yankedAt: sql<number | null>`iif(${endsWithdrawal(at)}, null, ${scriptReleases.yankedAt})`,
          yankReason: sql<string | null>`iif(${endsWithdrawal(at)}, null, ${scriptReleases.yankReason})`,
          // A publication that a restored database had lost is not announced again.
          announcedAt: sql<number>`iif(${scriptReleases.publishRequestedAt} is null, coalesce(${scriptReleases.announcedAt}, ${at}), ${scriptReleases.announcedAt})`,
          publishRequestedAt: null,
          logIndex: index,
        }
      : {
          yankedAt: sql<number>`coalesce(${scriptReleases.yankedAt}, ${at})`,
          yankReason: sql<string>`coalesce(${scriptReleases.yankReason}, ${entry.reason})`,
        }
  const isOfEntry = and(
    eq(scriptReleases.scriptId, entry.product.id),
    eq(scriptReleases.version, entry.version),
    eq(scriptReleases.sha256, entry.sha256),
  )
  return [db.update(scriptReleases).set(change).where(isOfEntry)]
}
