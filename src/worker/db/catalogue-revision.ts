import { eq, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { catalogueRevision } from './schema/catalogue.ts'

export const selectCatalogueRevision = (db: Db) =>
  db
    .select({ revision: catalogueRevision.revision })
    .from(catalogueRevision)
    .where(eq(catalogueRevision.id, 1))

/** SQL: the number at this place of a batch. */
export const catalogueRevisionNow = sql<number>`(select revision from catalogue_revision where id = 1)`

/** The number that changes with everything that the public pages show. One round trip, answered by the primary. */
export async function readCatalogueRevision(db: Db): Promise<number> {
  const [row] = await selectCatalogueRevision(db)
  if (!row) throw new Error('The row of catalogue_revision is missing')
  return row.revision
}
