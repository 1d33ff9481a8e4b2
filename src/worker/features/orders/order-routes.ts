import { Hono } from 'hono'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { momentPageQuery } from '../../http/moment-paging.ts'
import { pageQuery } from '../../http/paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { shopDeps } from '../../http/shop-deps.ts'
import { validate } from '../../http/validate.ts'
import { checkOrder } from './check-order.ts'
import { readMails, readOlderDownloads, readOrder } from './read-order.ts'

/** Limited because each check calls a provider. */
const CHECKS_PER_ADMIN = { burst: 30, refillSeconds: 5 }

/** The routes below /api/secure-management/payments. */
export const orderRoutes = new Hono<AppEnv>()
  .get('/:id', adminOnly, validate('param', idParam), async (c) => {
    const data = await readOrder(c.get('db'), c.req.valid('param').id, c.get('config'))
    return c.json({ success: true, data })
  })

  .get('/:id/mails', adminOnly, validate('param', idParam), validate('query', pageQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query')
    const { rows, nextCursor } = await readMails(c.get('db'), c.req.valid('param').id, { limit, cursor })
    return c.json({ success: true, data: rows, nextCursor })
  })

  .get(
    '/:id/downloads',
    adminOnly,
    validate('param', idParam),
    validate('query', momentPageQuery),
    async (c) => {
      const { limit, cursor } = c.req.valid('query')
      const page = { limit, cursor }
      const { rows, nextCursor } = await readOlderDownloads(c.get('db'), c.req.valid('param').id, page)
      return c.json({ success: true, data: rows, nextCursor })
    },
  )

  .post('/:id/check', adminOnly, validate('param', idParam), async (c) => {
    const actor = await actorOf(c)
    await limitRate(c.env, `admin-check:${actor.id}`, CHECKS_PER_ADMIN)
    const data = await checkOrder(shopDeps(c), actor, c.req.valid('param').id, Date.now())
    return c.json({ success: true, data })
  })
