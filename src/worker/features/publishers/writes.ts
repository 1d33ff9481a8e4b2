import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { publisherKeys } from '../../db/schema/publishers.ts'
import type { KeyRow } from './rules.ts'

export const insertKey = (db: Db, key: typeof publisherKeys.$inferInsert) =>
  db.insert(publisherKeys).values(key)

export const changeKey = (db: Db, id: number, change: Partial<typeof publisherKeys.$inferInsert>) =>
  db.update(publisherKeys).set(change).where(eq(publisherKeys.id, id))

/** The key has not changed since it was read. */
export const isUnchanged = ({ id, activeFrom, removedAt, activeUntil }: KeyRow): SQL =>
  sql`exists (select 1 from publisher_keys k where k.id = ${id} and k.active_from = ${activeFrom}
    and k.removed_at is ${removedAt} and k.active_until is ${activeUntil})`

/** No key that is present, or ends later, has this fingerprint. */
export const isNew = (fingerprint: string, now: number): SQL =>
  sql`not exists (select 1 from publisher_keys k where k.fingerprint = ${fingerprint}
    and (k.active_until is null or k.active_until > ${now}))`
