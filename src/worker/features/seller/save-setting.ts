import { sql } from 'drizzle-orm'
import type { AuditAction } from '#shared/audit/contract.ts'
import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { SaveSeller, SaveTax, SellerSetting, TaxSetting } from '#shared/seller/contract.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db, refusedBy } from '../../db/client.ts'
import { shopSettings } from '../../db/schema/settings.ts'
import { type SettingName, selectSetting, toSeller, toTax } from '../../db/shop-settings.ts'
import type { Actor } from '../../http/actor.ts'

const stateOf = (row: { revision: number; createdAt: number } | undefined) => ({
  revision: row?.revision ?? 0,
  changedAt: toIsoOrNull(row?.createdAt ?? null),
})

export async function readSellerSetting(db: Db): Promise<SellerSetting> {
  const [row] = await selectSetting(db, 'seller')
  return { seller: toSeller(row), ...stateOf(row) }
}

export async function readTaxSetting(db: Db): Promise<TaxSetting> {
  const [row] = await selectSetting(db, 'tax')
  return { tax: toTax(row), ...stateOf(row) }
}

/** Stores a new revision of the seller. @throws Problem 409 where another owner changed it meanwhile */
export async function saveSeller(
  db: Db,
  actor: Actor,
  { revision, ...seller }: SaveSeller,
  now: number,
): Promise<SellerSetting> {
  const before = await readSellerSetting(db)
  const change = {
    name: 'seller' as const,
    action: 'seller.change' as const,
    before: before.seller,
    value: seller,
  }
  await save(db, actor, { ...change, seen: before.revision, revision }, now)
  return { seller, revision: revision + 1, changedAt: toIso(now) }
}

/** Stores a new revision of the tax, for the invoices from now on. @throws Problem 409 as `saveSeller` */
export async function saveTax(
  db: Db,
  actor: Actor,
  { revision, tax }: SaveTax,
  now: number,
): Promise<TaxSetting> {
  const before = await readTaxSetting(db)
  const change = { name: 'tax' as const, action: 'tax.change' as const, before: before.tax, value: tax }
  await save(db, actor, { ...change, seen: before.revision, revision }, now)
  return { tax, revision: revision + 1, changedAt: toIso(now) }
}

type Change = {
  name: SettingName
  action: AuditAction
  before: unknown
  value: unknown
  /** The present revision, and the one that the form was filled in from. */
  seen: number
  revision: number
}

async function save(
  db: Db,
  actor: Actor,
  { name, action, before, value, seen, revision }: Change,
  now: number,
): Promise<void> {
  if (seen !== revision) throw changedMeanwhile()
  try {
    await commit(db, [
      db.insert(shopSettings).values({
        name,
        revision: revision + 1,
        // JSON's null, which the column accepts.
        value: value ?? sql`'null'`,
        createdAt: now,
      }),
      noteAction(db, {
        actorId: actor.id,
        ip: actor.ip,
        action,
        subject: `shop:${name}`,
        before,
        after: value,
        now,
      }),
    ])
  } catch (error) {
    throw refusedBy(error, 'shop_settings') ? changedMeanwhile() : error
  }
}

const changedMeanwhile = () =>
  new Problem(409, 'Somebody else has changed this meanwhile. Reload the page and try again.')
