import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { emergencyLinks } from '../../db/schema/admin.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import { before, type Moment } from '../../http/moment-paging.ts'
import { isOpenTo } from './writes.ts'

export type LinkRow = typeof emergencyLinks.$inferSelect

export const findLink = async (db: Db, id: number): Promise<LinkRow | undefined> =>
  (await db.select().from(emergencyLinks).where(eq(emergencyLinks.id, id)).limit(1))[0]

/** A link for this product, and whether a use of it is open to this address. */
export const selectLink = (db: Db, id: number, productId: number, ip: string | null, now: number) =>
  db
    .select({
      link: getTableColumns(emergencyLinks),
      productName: sql<string>`${scripts.name}`.as('product_name'),
      resumes: sql<number>`${isOpenTo(id, ip, now)}`.as('resumes'),
    })
    .from(emergencyLinks)
    .innerJoin(scripts, eq(scripts.id, emergencyLinks.scriptId))
    .where(and(eq(emergencyLinks.id, id), eq(emergencyLinks.scriptId, productId)))
    .limit(1)

/** Newest first; one row more than `limit`. */
export const listLinks = (db: Db, page: { limit: number; cursor?: Moment | undefined }) =>
  db
    .select({
      link: getTableColumns(emergencyLinks),
      productName: sql<string>`${scripts.name}`.as('product_name'),
    })
    .from(emergencyLinks)
    .innerJoin(scripts, eq(scripts.id, emergencyLinks.scriptId))
    .where(before(emergencyLinks.createdAt, emergencyLinks.id, page.cursor))
    .orderBy(desc(emergencyLinks.createdAt), desc(emergencyLinks.id))
    .limit(page.limit + 1)
