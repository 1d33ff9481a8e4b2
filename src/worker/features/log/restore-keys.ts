import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { type LogEntry, logEntrySchema } from '#shared/log/contract.ts'
import type { Db, Write } from '../../db/client.ts'
import { publisherKeys } from '../../db/schema/publishers.ts'

/**
 * Brings the publisher keys of a restored database to the state that these entries report: a key that was removed after
 * the backup must not publish again. Changes that the table has already are left as they are. The authors of restored
 * changes are unknown, so nobody can confirm those early.
 */
export const restoreKeys = (db: Db, entries: readonly string[]): Write[] =>
  entries.flatMap((text) => {
    const entry = logEntrySchema.safeParse(JSON.parse(text)).data
    return entry ? (keyAfter(db, entry) ?? []) : []
  })

function keyAfter(db: Db, entry: LogEntry): Write | null {
  const at = Date.parse(entry.at)
  const change = (set: Partial<typeof publisherKeys.$inferInsert>, which: SQL | undefined) =>
    db.update(publisherKeys).set(set).where(which)
  switch (entry.type) {
    case 'key-add': {
      const { name, key, fingerprint } = entry
      return db.insert(publisherKeys).select(
        sql`select null, ${name}, ${key}, ${fingerprint}, null, ${at}, ${Date.parse(entry.activeFrom)}, null, null, null
          where not exists (select 1 from publisher_keys k where k.fingerprint = ${fingerprint}
            and (k.added_at >= ${at} or k.active_until is null))`,
      )
    }
    case 'key-confirm':
      return entry.change === 'add'
        ? change({ activeFrom: at }, and(isNewest(entry.fingerprint), gt(publisherKeys.activeFrom, at)))
        : change({ activeUntil: at }, and(isNewest(entry.fingerprint), gt(publisherKeys.activeUntil, at)))
    case 'key-remove':
      return change(
        { removedAt: at, activeUntil: Date.parse(entry.activeUntil) },
        and(isNewest(entry.fingerprint), isNull(publisherKeys.activeUntil), lte(publisherKeys.addedAt, at)),
      )
    case 'key-keep':
      return change(
        { removedBy: null, removedAt: null, activeUntil: null },
        and(isNewest(entry.fingerprint), lte(publisherKeys.removedAt, at), gt(publisherKeys.activeUntil, at)),
      )
    default:
      return null
  }
}

const isNewest = (fingerprint: string): SQL =>
  eq(
    publisherKeys.id,
    sql`(select k.id from publisher_keys k where k.fingerprint = ${fingerprint} order by k.id desc limit 1)`,
  )
