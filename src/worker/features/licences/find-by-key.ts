import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { selectOwnedGrants } from '../access/find-access.ts'
import { selectByKey, selectDevicesByKey, selectProduct } from './store.ts'

/** All data that decides about a script's call. An unknown key runs the same queries. One round trip. */
export async function findByKey(db: Db, key: string, product: number | string) {
  const [licences, ownedGrants, devices, products] = await db.batch([
    selectByKey(db, key),
    selectOwnedGrants(db, sql`(select l.grant_id from licences l where l.licence_key = ${key})`),
    selectDevicesByKey(db, key),
    selectProduct(db, product),
  ])
  return { licence: licences[0], ownedGrant: ownedGrants[0], devices, product: products[0] }
}
