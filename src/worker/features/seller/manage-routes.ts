import { Hono } from 'hono'
import { saveSellerSchema, saveTaxSchema } from '#shared/seller/contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { adminOnly } from '../../http/permissions.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { readSellerSetting, readTaxSetting, saveSeller, saveTax } from './save-setting.ts'

/** Below /api/secure-management/seller. */
export const sellerManagement = new Hono<AppEnv>()
  .get('/', adminOnly, async (c) => c.json({ success: true, data: await readSellerSetting(c.get('db')) }))

  .put('/', adminOnly, jsonOnly, validate('json', saveSellerSchema), async (c) => {
    const data = await saveSeller(c.get('db'), await actorOf(c), c.req.valid('json'), Date.now())
    return c.json({ success: true, data, message: 'Seller Saved' })
  })

  .get('/tax', adminOnly, async (c) => c.json({ success: true, data: await readTaxSetting(c.get('db')) }))

  .put('/tax', adminOnly, jsonOnly, validate('json', saveTaxSchema), async (c) => {
    const data = await saveTax(c.get('db'), await actorOf(c), c.req.valid('json'), Date.now())
    return c.json({ success: true, data, message: 'Tax Saved' })
  })
