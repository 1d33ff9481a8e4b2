import { Hono } from 'hono'
import type { ShopFacts } from '#shared/seller/contract.ts'
import { selectSetting, toSeller, toTax } from '../../db/shop-settings.ts'
import type { AppEnv } from '../../http/app-env.ts'

/** Below /api/shop: the facts about the shop that every page may show. */
export const shopRoutes = new Hono<AppEnv>().get('/', async (c) => {
  const db = c.get('db')
  const [[seller], [tax]] = await db.batch([selectSetting(db, 'seller'), selectSetting(db, 'tax')])
  const data: ShopFacts = { seller: toSeller(seller), tax: toTax(tax) }
  return c.json({ success: true, data })
})
