import { and, isNotNull, lt, or } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { downloads } from '../../db/schema/downloads.ts'

export const insertDownload = (db: Db, entry: typeof downloads.$inferInsert) =>
  db.insert(downloads).values(entry)

/** Erases the IP address, network and User-Agent of old downloads. The rows stay. */
export const forgetVisitors = (db: Db, before: number) =>
  db
    .update(downloads)
    .set({ ip: null, network: null, userAgent: null })
    .where(and(lt(downloads.createdAt, before), or(isNotNull(downloads.ip), isNotNull(downloads.userAgent))))
