import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { refuseUnless } from '../../db/refuse-unless.ts'
import { scripts } from '../../db/schema/catalogue.ts'

export const insertProduct = (db: Db, product: typeof scripts.$inferInsert) =>
  db.insert(scripts).values(product)

/** Changes the product as it was read. If another admin changed it meanwhile, NOT NULL refuses the batch. */
export const changeProduct = (
  db: Db,
  seen: { id: number; updatedAt: number },
  change: Partial<typeof scripts.$inferInsert>,
  now: number,
) =>
  db
    .update(scripts)
    .set({
      ...change,
      updatedAt: refuseUnless(
        sql`${scripts.updatedAt} = ${seen.updatedAt}`,
        sql<number>`max(${now}, ${scripts.updatedAt} + 1)`,
      ),
    })
    .where(eq(scripts.id, seen.id))
