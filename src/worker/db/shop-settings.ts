import { and, desc, eq, lte } from 'drizzle-orm'
import { type Seller, sellerSchema, type TaxRules, taxSettingSchema } from '#shared/seller/contract.ts'
import type { Db } from './client.ts'
import { type SETTING_NAMES, shopSettings } from './schema/settings.ts'

export type SettingName = (typeof SETTING_NAMES)[number]

/** The newest row of a setting. `until`: the newest of that time (epoch milliseconds). */
export const selectSetting = (db: Db, name: SettingName, until?: number) =>
  db
    .select()
    .from(shopSettings)
    .where(
      and(eq(shopSettings.name, name), until === undefined ? undefined : lte(shopSettings.createdAt, until)),
    )
    .orderBy(desc(shopSettings.revision))
    .limit(1)

/** Null where the setting is missing. */
export const toSeller = (row: { value: unknown } | undefined): Seller | null =>
  row ? sellerSchema.parse(row.value) : null

/** The seller, or with `until` the seller of that time; null where none was set. */
export const readSeller = async (db: Db, until?: number): Promise<Seller | null> =>
  toSeller((await selectSetting(db, 'seller', until))[0])

/** Null where prices include no tax that the shop states. */
export const toTax = (row: { value: unknown } | undefined): TaxRules =>
  row ? taxSettingSchema.parse(row.value) : null

/** The tax that prices include now. */
export const readTax = async (db: Db): Promise<TaxRules> => toTax((await selectSetting(db, 'tax'))[0])
