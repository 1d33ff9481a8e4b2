import type { SaveSeller, SellerSetting } from '#shared/seller/contract.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import { shopSettings } from '../../db/schema/settings.ts'
import { selectSetting, toSeller } from '../../db/shop-settings.ts'
import type { Actor } from '../../http/actor.ts'

export async function readSellerSetting(db: Db): Promise<SellerSetting> {
  const [row] = await selectSetting(db, 'seller')
  return {
    seller: toSeller(row),
    revision: row?.revision ?? 0,
    changedAt: row ? new Date(row.createdAt).toISOString() : null,
  }
}

/** Stores a new revision of the seller. @throws Problem 409 where another owner changed it meanwhile */
export async function saveSeller(
  db: Db,
  actor: Actor,
  { revision, ...seller }: SaveSeller,
  now: number,
): Promise<SellerSetting> {
  const before = await readSellerSetting(db)
  if (before.revision !== revision) throw changedMeanwhile()
  const row = { name: 'seller' as const, revision: revision + 1, value: seller, createdAt: now }
  const action = { actorId: actor.id, ip: actor.ip, action: 'seller.change' as const, subject: 'shop:seller' }
  try {
    await commit(db, [
      db.insert(shopSettings).values(row),
      noteAction(db, { ...action, before: before.seller, after: seller, now }),
    ])
  } catch (error) {
    throw refusedBy(error, 'shop_settings') ? changedMeanwhile() : error
  }
  return { seller, revision: row.revision, changedAt: new Date(now).toISOString() }
}

const changedMeanwhile = () =>
  new Problem(409, 'Somebody else has changed the seller meanwhile. Reload the page and try again.')
