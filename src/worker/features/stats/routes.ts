import { Hono } from 'hono'
import { statsQuery } from '#shared/stats/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { adminOnly } from '../../http/permissions.ts'
import { validate } from '../../http/validate.ts'
import { showStats } from './show-stats.ts'

/** Below /api/secure-management/stats. */
export const statsRoutes = new Hono<AppEnv>()
  .use(adminOnly)
  .get('/', validate('query', statsQuery), async (c) => {
    const data = await showStats(c.get('db'), c.req.valid('query'), Date.now())
    return c.json({ success: true, data })
  })
