import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { releaseScans } from '../../db/schema/catalogue.ts'

export const changeScan = (db: Db, releaseId: number, change: Partial<typeof releaseScans.$inferInsert>) =>
  db.update(releaseScans).set(change).where(eq(releaseScans.releaseId, releaseId))
