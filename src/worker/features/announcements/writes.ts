import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { scriptReleases } from '../../db/schema/catalogue.ts'

/** Moves the cursor behind a portion. Changes nothing where another sweep moved it first. */
export const moveCursor = (db: Db, release: NewsAt, to: number) =>
  db.update(scriptReleases).set({ announceCursor: to }).where(standsAt(release))

/** Marks the announcement as complete. */
export const markAnnounced = (db: Db, release: NewsAt, now: number) =>
  db.update(scriptReleases).set({ announcedAt: now }).where(standsAt(release))

/** As `moveCursor`, for a withdrawal. Changes nothing where the release was published or withdrawn again meanwhile. */
export const moveNotice = (db: Db, withdrawal: NoticeAt, to: number) =>
  db.update(scriptReleases).set({ notifyCursor: to }).where(noticeStandsAt(withdrawal))

/** Marks the withdrawal as complete. */
export const markNotified = (db: Db, withdrawal: NoticeAt, now: number) =>
  db.update(scriptReleases).set({ notifiedAt: now }).where(noticeStandsAt(withdrawal))

type NoticeAt = { id: number; yankedAt: number; cursor: number }

const noticeStandsAt = ({ id, yankedAt, cursor }: NoticeAt) =>
  and(
    eq(scriptReleases.id, id),
    eq(scriptReleases.yankedAt, yankedAt),
    eq(scriptReleases.notifyCursor, cursor),
    isNull(scriptReleases.notifiedAt),
  )

type NewsAt = { id: number; cursor: number; isBeta: boolean }

/** Not where a beta version was offered to everyone meanwhile: its announcement begins from the first owner. */
const standsAt = ({ id, cursor, isBeta }: NewsAt) =>
  and(
    eq(scriptReleases.id, id),
    eq(scriptReleases.isBeta, isBeta),
    isNull(scriptReleases.publishRequestedAt),
    eq(scriptReleases.announceCursor, cursor),
    isNull(scriptReleases.announcedAt),
  )
