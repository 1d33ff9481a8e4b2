import { type Context, Hono } from 'hono'
import { z } from 'zod'
import {
  decideRefundSchema,
  previewQuery,
  REFUND_STATUSES,
  startRefundSchema,
} from '#shared/refunds/contract.ts'
import { type Actor, actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery, toPage } from '../../http/paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { shopDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { approveRefund, declineRefund } from './decide-refund.ts'
import { previewRefund, startRefund } from './start-refund.ts'
import { listRefunds } from './store.ts'
import { toRefundView } from './views.ts'

const REFUNDS_PER_ADMIN = { burst: 30, refillSeconds: 10 }

const listQuery = pageQuery.extend({ status: z.enum(REFUND_STATUSES).optional() })

/** The routes below /api/secure-management/refunds. */
export const refundRoutes = new Hono<AppEnv>()
  .use(adminOnly)
  .get('/', validate('query', listQuery), async (c) => {
    const { status, limit, cursor } = c.req.valid('query')
    const found = await listRefunds(c.get('db'), status, { limit, cursor })
    const { rows, nextCursor } = toPage(found.map(toRefundView), limit)
    return c.json({ success: true, data: rows, nextCursor })
  })
  .post('/:id/approve', validate('param', idParam), async (c) => {
    const admin = await limitedActorOf(c)
    const data = await approveRefund(shopDeps(c), admin, c.req.valid('param').id, Date.now())
    return c.json({ success: true, message: 'Refund approved', data })
  })
  .post(
    '/:id/decline',
    validate('param', idParam),
    jsonOnly,
    validate('json', decideRefundSchema),
    async (c) => {
      const admin = await limitedActorOf(c)
      const { note } = c.req.valid('json')
      const data = await declineRefund(shopDeps(c), admin, c.req.valid('param').id, note || null, Date.now())
      return c.json({ success: true, message: 'Refund declined', data })
    },
  )

/** The routes below /api/secure-management/payments. */
export const paymentRefundRoutes = new Hono<AppEnv>()
  .use('/:id/*', adminOnly)
  .get('/:id/refund-preview', validate('param', idParam), validate('query', previewQuery), async (c) => {
    const { amount } = c.req.valid('query')
    const data = await previewRefund({ db: c.get('db') }, c.req.valid('param').id, amount)
    return c.json({ success: true, data })
  })
  .post(
    '/:id/refund',
    validate('param', idParam),
    jsonOnly,
    validate('json', startRefundSchema),
    async (c) => {
      const admin = await limitedActorOf(c)
      const input = c.req.valid('json')
      const data = await startRefund(shopDeps(c), admin, c.req.valid('param').id, input, Date.now())
      return c.json({ success: true, message: 'Refund started', data })
    },
  )

async function limitedActorOf(c: Context<AppEnv>): Promise<Actor> {
  const actor = await actorOf(c)
  await limitRate(c.env, `admin-refund:${actor.id}`, REFUNDS_PER_ADMIN)
  return actor
}
