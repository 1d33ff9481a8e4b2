import { Hono } from 'hono'
import { saveSellerSchema } from '#shared/seller/contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { adminOnly } from '../../http/permissions.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { readSellerSetting, saveSeller } from './save-seller.ts'

/** Below /api/secure-management/seller. */
export const sellerManagement = new Hono<AppEnv>()
  .get('/', adminOnly, async (c) => c.json({ success: true, data: await readSellerSetting(c.get('db')) }))

  .put('/', adminOnly, jsonOnly, validate('json', saveSellerSchema), async (c) => {
    const data = await saveSeller(c.get('db'), await actorOf(c), c.req.valid('json'), Date.now())
    return c.json({ success: true, data, message: 'Seller Saved' })
  })
