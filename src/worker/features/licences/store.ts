import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '../../db/account-batch.ts'
import { aliased, type Db } from '../../db/client.ts'
import { activations, licences, userScripts } from '../../db/schema/access.ts'
import { users } from '../../db/schema/accounts.ts'
import { scripts } from '../../db/schema/catalogue.ts'

export type DeviceRow = typeof activations.$inferSelect

const selectDevices = (db: Db, which: SQL) =>
  db
    .select()
    .from(activations)
    .where(sql`${activations.licenceId} in ${which}`)
    .orderBy(asc(activations.licenceId), asc(activations.slot))

export const selectDevicesOf = (db: Db, licenceId: number) => selectDevices(db, sql`(${licenceId})`)

const licenceColumns = {
  id: licences.id,
  deviceLimit: licences.deviceLimit,
  sameIpOnly: licences.sameIpOnly,
  revokedAt: licences.revokedAt,
  /** Null for a guest's purchase. */
  userId: userScripts.userId,
}

/** The licence of a key. It counts as revoked while its owner's account is closed. */
export const selectByKey = (db: Db, key: string) =>
  db
    .select({
      ...licenceColumns,
      revokedAt: sql<
        number | null
      >`coalesce(${licences.revokedAt}, ${users.deactivatedAt}, ${users.deletedAt})`.as('revoked_since'),
    })
    .from(licences)
    .innerJoin(userScripts, eq(userScripts.id, licences.grantId))
    .leftJoin(users, eq(users.id, userScripts.userId))
    .where(eq(licences.licenceKey, key))
    .limit(1)

export const selectDevicesByKey = (db: Db, key: string) =>
  selectDevices(db, sql`(select l.id from licences l where l.licence_key = ${key})`)

/** Finds a product by id or by slug. */
export const selectProduct = (db: Db, product: number | string) =>
  db
    .select({ id: scripts.id, slug: scripts.slug })
    .from(scripts)
    .where(
      /^\d{1,15}$/.test(String(product))
        ? eq(scripts.id, Number(product))
        : eq(scripts.slug, String(product)),
    )
    .limit(1)

type Page = { limit: number; cursor?: number | undefined }

/** Newest first; one row more than `limit`. `column` is a column of `licences l`. */
const pageOf = (column: SQL, userId: UserId, { limit, cursor = Number.MAX_SAFE_INTEGER }: Page) =>
  sql`(select ${column} from licences l join user_scripts g on g.id = l.grant_id
    where g.user_id = ${userId} and l.id < ${cursor} order by l.id desc limit ${limit + 1})`

export const selectOwn = (db: Db, userId: UserId, page: Page) =>
  db
    .select({
      licence: licences,
      product: aliased('product', { id: scripts.id, slug: scripts.slug, name: scripts.name }),
    })
    .from(licences)
    .innerJoin(userScripts, eq(userScripts.id, licences.grantId))
    .innerJoin(scripts, eq(scripts.id, userScripts.scriptId))
    .where(sql`${licences.id} in ${pageOf(sql`l.id`, userId, page)}`)
    .orderBy(desc(licences.id))

export const ownGrants = (userId: UserId, page: Page) => pageOf(sql`l.grant_id`, userId, page)

export const selectOwnDevices = (db: Db, userId: UserId, page: Page) =>
  selectDevices(db, pageOf(sql`l.id`, userId, page))

/** Undefined for another user's licence. */
export async function findOwn(db: Db, userId: number, id: number) {
  const [row] = await db
    .select(licenceColumns)
    .from(licences)
    .innerJoin(userScripts, eq(userScripts.id, licences.grantId))
    .where(and(eq(licences.id, id), eq(userScripts.userId, userId)))
    .limit(1)
  return row
}

export async function findDevice(db: Db, licenceId: number, id: number) {
  const [row] = await db
    .select({ id: activations.id })
    .from(activations)
    .where(and(eq(activations.id, id), eq(activations.licenceId, licenceId)))
    .limit(1)
  return row
}

export const newestGrant = (db: Db) =>
  db.select({ id: sql<number | null>`max(${userScripts.id})` }).from(userScripts)

/** Grants of this slice that have no licence yet. */
export const listUnlicensed = (db: Db, { from, to }: { from: number; to: number }, limit: number) =>
  db
    .select({ id: userScripts.id })
    .from(userScripts)
    .where(
      sql`${userScripts.id} between ${from} and ${to}
        and not exists (select 1 from licences l where l.grant_id = user_scripts.id)`,
    )
    .orderBy(asc(userScripts.id))
    .limit(limit)
