import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db, Write } from '../../db/client.ts'
import { publisherKeys } from '../../db/schema/publishers.ts'
import type { PublisherKeyMailData } from '../email/mail-rules.ts'
import { queueMail } from '../email/writes.ts'
import { enqueueEmail } from '../notifications/writes.ts'
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

/** A mail about a change of a publisher's key to every admin and to support: one batch with the change. */
export function notifyOfKey(
  db: Db,
  recipients: readonly { id: number | null; email: string }[],
  data: PublisherKeyMailData,
  now: number,
): Write[] {
  const occasion = crypto.randomUUID()
  return recipients.flatMap(({ id, email }) => {
    const key = `publisher-key:${occasion}:${id ?? 'support'}`
    const mail = { template: 'publisher-key' as const, data }
    return [
      queueMail(db, { key, to: email, userId: id, mail, now }),
      enqueueEmail(db, { key: `${key}:1`, deliveryKey: key, now }),
    ]
  })
}
