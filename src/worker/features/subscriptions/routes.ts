import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery, toPage } from '../../http/paging.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer, viewerBatch } from '../../http/session.ts'
import { shopDeps } from '../../http/shop-deps.ts'
import { validate } from '../../http/validate.ts'
import { changeRenewal } from './change-renewal.ts'
import { listOwn } from './store.ts'
import { toSubscription } from './views.ts'

/** Limited because each change calls the provider. */
const CHANGES_PER_USER = { burst: 20, refillSeconds: 30 }

export const subscriptionRoutes = new Hono<AppEnv>()
  .get('/', validate('query', pageQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query')
    const { userId, results } = await viewerBatch(c)((userId) => [
      listOwn(c.get('db'), userId, { limit, cursor }),
    ])
    const views = results[0].map((row) => toSubscription(row, userId))
    const { rows, nextCursor } = toPage(views, limit)
    return c.json({ success: true, data: rows, nextCursor })
  })
  .post('/:id/cancel', validate('param', idParam), async (c) => {
    const data = await change(c, c.req.valid('param').id, 'cancel')
    return c.json({ success: true, message: 'Subscription cancelled', data })
  })
  .post('/:id/resume', validate('param', idParam), async (c) => {
    const data = await change(c, c.req.valid('param').id, 'resume')
    return c.json({ success: true, message: 'Subscription resumed', data })
  })

async function change(c: Context<AppEnv>, id: number, input: 'cancel' | 'resume') {
  const viewer = await requireViewer(c)
  await limitRate(c.env, `renewal:${viewer.id}`, CHANGES_PER_USER)
  return changeRenewal(shopDeps(c), viewer.id, id, input, Date.now())
}
