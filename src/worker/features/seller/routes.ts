import { Hono } from 'hono'
import type { ShopFacts } from '#shared/seller/contract.ts'
import { readSeller } from '../../db/shop-settings.ts'
import type { AppEnv } from '../../http/app-env.ts'

/** Below /api/shop: the facts about the shop that every page may show. */
export const shopRoutes = new Hono<AppEnv>().get('/', async (c) => {
  const data: ShopFacts = { seller: await readSeller(c.get('db')) }
  return c.json({ success: true, data })
})
