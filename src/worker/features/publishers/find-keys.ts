import { desc, eq, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { publisherKeys } from '../../db/schema/publishers.ts'

/** The publishers' keys with this fingerprint: at most one that is not removed, the newest first. */
export const selectKeysOf = (db: Db, fingerprint: string | SQL) =>
  db
    .select()
    .from(publisherKeys)
    .where(eq(publisherKeys.fingerprint, fingerprint))
    .orderBy(desc(publisherKeys.id))
