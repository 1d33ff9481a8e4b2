import { and, isNotNull, lt } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { downloads } from '../../db/schema/downloads.ts'

export const insertDownload = (db: Db, entry: typeof downloads.$inferInsert) =>
  db.insert(downloads).values(entry)

/** That something was downloaded stays known; from where and with what is forgotten. */
export const forgetVisitors = (db: Db, before: number) =>
  db
    .update(downloads)
    .set({ ip: null, userAgent: null })
    .where(and(lt(downloads.createdAt, before), isNotNull(downloads.userAgent)))
