import { Hono } from 'hono'
import type { AppEnv } from '../../../http/app-env.ts'
import { idParam } from '../../../http/id-param.ts'
import { limitRate } from '../../../http/rate-limit.ts'
import { requireViewer } from '../../../http/session.ts'
import { shopDeps } from '../../../http/shop-deps.ts'
import { validate } from '../../../http/validate.ts'
import { CHECKOUTS_PER_USER } from '../limits.ts'
import { renewPrepaid } from './renew-prepaid.ts'

export const renewalRoutes = new Hono<AppEnv>().post('/:id/renew', validate('param', idParam), async (c) => {
  const viewer = await requireViewer(c)
  await limitRate(c.env, `checkout:${viewer.id}`, CHECKOUTS_PER_USER)
  const data = await renewPrepaid(shopDeps(c), viewer, c.req.valid('param').id, Date.now())
  return c.json({ success: true, data }, 201)
})
