import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { publisherKeys } from '../../db/schema/publishers.ts'

/** More keys than a shop has in its life. */
const MOST_KEYS = 200

const nameOf = (id: typeof publisherKeys.addedBy | typeof publisherKeys.removedBy) =>
  sql<string | null>`(select u.username from users u where u.id = ${id})`

/** All keys, the newest first, and the viewer's time in the role. One round trip. */
export async function listKeys(db: Db, viewerId: number) {
  const [keys, [viewer]] = await db.batch([
    db
      .select({
        key: publisherKeys,
        addedByName: nameOf(publisherKeys.addedBy).as('added_by_name'),
        removedByName: nameOf(publisherKeys.removedBy).as('removed_by_name'),
      })
      .from(publisherKeys)
      .orderBy(desc(publisherKeys.id))
      .limit(MOST_KEYS),
    db.select({ id: users.id, adminSince: users.adminSince }).from(users).where(eq(users.id, viewerId)),
  ])
  return { keys, viewer: viewer ?? { id: viewerId, adminSince: null } }
}

/** A key, the viewer, and the addresses of all admins. One round trip. */
export async function findForChange(db: Db, keyId: number | null, viewerId: number) {
  const [[key], [viewer], admins] = await db.batch([
    db
      .select()
      .from(publisherKeys)
      .where(eq(publisherKeys.id, keyId ?? 0)),
    db
      .select({ id: users.id, username: users.username, adminSince: users.adminSince })
      .from(users)
      .where(eq(users.id, viewerId)),
    db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.isAdmin, true), isNull(users.deletedAt), isNull(users.deactivatedAt)))
      .orderBy(asc(users.createdAt)),
  ])
  return { key, viewer, admins }
}
