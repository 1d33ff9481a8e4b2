import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { scriptReleases } from '../../db/schema/catalogue.ts'

/** The next portion starts after this one. Nothing moves where another sweep was faster. */
export const moveCursor = (db: Db, release: { id: number; cursor: number }, to: number) =>
  db.update(scriptReleases).set({ announceCursor: to }).where(standsAt(release))

/** Everybody was told. */
export const markAnnounced = (db: Db, release: { id: number; cursor: number }, now: number) =>
  db.update(scriptReleases).set({ announcedAt: now }).where(standsAt(release))

const standsAt = ({ id, cursor }: { id: number; cursor: number }) =>
  and(
    eq(scriptReleases.id, id),
    eq(scriptReleases.announceCursor, cursor),
    isNull(scriptReleases.announcedAt),
  )
