import { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { signedIn } from '../../http/viewer.ts'
import { createChargeSchema } from './contract.ts'
import { createCharge } from './create-charge.ts'

export const coinbaseRoutes = new Hono<AppEnv>().post(
  '/create-charge',
  signedIn,
  jsonOnly,
  validate('json', createChargeSchema),
  async (c) => {
    const data = await createCharge(c.get('db'), c.req.valid('json'), Date.now())
    return c.json({ success: true, data }, 201)
  },
)
