import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { scriptReleases } from '../../db/schema/catalogue.ts'

/** Moves the cursor behind a portion. Changes nothing where another sweep moved it first. */
export const moveCursor = (db: Db, release: { id: number; cursor: number }, to: number) =>
  db.update(scriptReleases).set({ announceCursor: to }).where(standsAt(release))

/** Marks the announcement as complete. */
export const markAnnounced = (db: Db, release: { id: number; cursor: number }, now: number) =>
  db.update(scriptReleases).set({ announcedAt: now }).where(standsAt(release))

/** As `moveCursor`, for a recall. Changes nothing where the release was published or withdrawn again meanwhile. */
export const moveRecall = (db: Db, recall: RecallAt, to: number) =>
  db.update(scriptReleases).set({ recallCursor: to }).where(recallStandsAt(recall))

/** Marks the recall as complete. */
export const markRecalled = (db: Db, recall: RecallAt, now: number) =>
  db.update(scriptReleases).set({ recalledAt: now }).where(recallStandsAt(recall))

type RecallAt = { id: number; yankedAt: number; cursor: number }

const recallStandsAt = ({ id, yankedAt, cursor }: RecallAt) =>
  and(
    eq(scriptReleases.id, id),
    eq(scriptReleases.yankedAt, yankedAt),
    eq(scriptReleases.recallCursor, cursor),
    isNull(scriptReleases.recalledAt),
  )

const standsAt = ({ id, cursor }: { id: number; cursor: number }) =>
  and(
    eq(scriptReleases.id, id),
    eq(scriptReleases.announceCursor, cursor),
    isNull(scriptReleases.announcedAt),
  )
