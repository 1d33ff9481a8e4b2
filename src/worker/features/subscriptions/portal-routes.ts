import { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer } from '../../http/session.ts'
import { shopDeps } from '../../http/shop-deps.ts'
import { openPortal } from './open-portal.ts'

const PORTALS_PER_USER = { burst: 10, refillSeconds: 30 }

export const portalRoutes = new Hono<AppEnv>().post('/', async (c) => {
  const viewer = await requireViewer(c)
  await limitRate(c.env, `portal:${viewer.id}`, PORTALS_PER_USER)
  const url = await openPortal(shopDeps(c), viewer.id)
  return c.json({ success: true, data: { url } })
})
