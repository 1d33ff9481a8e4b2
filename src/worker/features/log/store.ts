import { and, asc, between, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { inList } from '../../db/in-list.ts'
import { startsWith } from '../../db/prefix.ts'
import { logCheckpoints, logEntries, logNodes, logPending } from '../../db/schema/log.ts'
import { MOST_IN_LEVEL, type StoredNode } from './tree-rules.ts'

export type LogState = {
  /** The number of entries. */
  size: number
  /** The nodes of `edgeIds(size)`. */
  edge: StoredNode[]
  /** The oldest entries that wait. */
  pending: string[]
}

/** The statements that read the log's state, with at most `limit` waiting entries. */
export const selectState = (db: Db, limit: number) =>
  [
    selectSize(db),
    // Each set bit of the size is one complete subtree of the edge.
    db
      .select({ id: logNodes.id, hash: logNodes.hash })
      .from(
        sql`(with recursive level(n, width) as (
          select 0, (${selectSize(db)})
          union all select n + 1, width >> 1 from level where width > 1)
          select n * ${MOST_IN_LEVEL} + width - 1 as id from level where width & 1) edge`,
      )
      .innerJoin(logNodes, sql`${logNodes.id} = edge.id`),
    db
      .select({ entry: logPending.entry })
      .from(logPending)
      // Always true: a condition on the key makes this a search, not a scan.
      .where(gt(logPending.id, 0))
      .orderBy(asc(logPending.id))
      .limit(limit),
  ] as const

/** The state of the results of `selectState`, the last ones of a batch. */
export function stateOf(results: readonly unknown[]): LogState {
  const [sizes, edge, pending] = results.slice(-3) as [{ size: number }[], StoredNode[], { entry: string }[]]
  return { size: sizes[0]?.size ?? 0, edge, pending: pending.map(({ entry }) => entry) }
}

const selectSize = (db: Db) =>
  db.select({ size: sql<number>`coalesce(max(${logEntries.idx}), -1) + 1`.as('size') }).from(logEntries)

/** The number of entries. */
export const readSize = async (db: Db): Promise<number> => (await selectSize(db))[0]?.size ?? 0

export const listNodes = (db: Db, ids: number[]): Promise<StoredNode[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.select().from(logNodes).where(inList(logNodes.id, ids))

/** Consecutive nodes of one level, from `first` up to, but not including, `end`. */
export const selectNodesBetween = (db: Db, first: number, end: number) =>
  db
    .select()
    .from(logNodes)
    .where(between(logNodes.id, first, end - 1))
    .orderBy(asc(logNodes.id))

export const selectLastCheckpoint = (db: Db) =>
  db.select().from(logCheckpoints).orderBy(desc(logCheckpoints.size)).limit(1)

/** Entries from `first` up to, but not including, `end`. */
export const selectEntries = (db: Db, first: number, end: number) =>
  db
    .select({ idx: logEntries.idx, entry: logEntries.entry })
    .from(logEntries)
    .where(between(logEntries.idx, first, end - 1))
    .orderBy(asc(logEntries.idx))

/** Entries with their stored hashes, from `first` up to, but not including, `end`. */
export const selectLeaves = (db: Db, first: number, end: number) =>
  db
    .select({ entry: logEntries.entry, leaf: logEntries.leaf })
    .from(logEntries)
    .where(between(logEntries.idx, first, end - 1))
    .orderBy(asc(logEntries.idx))

const listed = { id: logEntries.idx, leaf: logEntries.leaf, text: logEntries.entry }

/** Entries of the newest checkpoint: a log that is restored has more of them than it has checkpoints for. */
const isSigned = lt(logEntries.idx, sql`(select max(size) from log_checkpoints)`)

type Page = { limit: number; cursor: number | undefined }

/** A page of the log, newest first, and one row more. */
export const selectNewest = (db: Db, { limit, cursor }: Page) =>
  db
    .select(listed)
    .from(logEntries)
    .where(and(cursor === undefined ? undefined : lt(logEntries.idx, cursor), isSigned))
    .orderBy(desc(logEntries.idx))
    .limit(limit + 1)

/** As `selectNewest`, of the files whose hash begins with `prefix`, file by file. */
export const selectOfFiles = (db: Db, prefix: string, { limit, cursor }: Page) =>
  db
    .select(listed)
    .from(logEntries)
    .where(
      and(
        startsWith(logEntries.sha256, prefix),
        cursor === undefined
          ? undefined
          : sql`(${logEntries.sha256}, ${logEntries.idx}) < (select c.sha256, c.idx from log_entries c where c.idx = ${cursor})`,
        isSigned,
      ),
    )
    .orderBy(desc(logEntries.sha256), desc(logEntries.idx))
    .limit(limit + 1)

export const selectEntry = (db: Db, index: number) =>
  db
    .select(listed)
    .from(logEntries)
    .where(and(eq(logEntries.idx, index), isSigned))
