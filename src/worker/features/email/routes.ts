import { Hono } from 'hono'
import { z } from 'zod'
import { DELIVERY_STATUSES } from '#shared/email/contract.ts'
import { Problem } from '../../core/problem.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery, toPage } from '../../http/paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { validate } from '../../http/validate.ts'
import { findByKey, listDeliveries } from './list-deliveries.ts'
import { sendAgain } from './send-again.ts'

const listQuery = pageQuery.extend({
  /** Default: the dead letters or, where `to` is given, any status. */
  status: z.enum(DELIVERY_STATUSES).optional(),
  /** The whole address, exactly as in the delivery. */
  to: z.string().trim().max(254).optional(),
})

/** Limits resends, because a dead letter can fail and be sent again any number of times. */
const RETRIES_PER_ADMIN = { burst: 60, refillSeconds: 5 }

export const emailRoutes = new Hono<AppEnv>()
  .use(adminOnly)
  .get('/', validate('query', listQuery), async (c) => {
    const { status, to, ...page } = c.req.valid('query')
    const found = await listDeliveries(c.get('db'), { status, to: to || undefined }, page)
    const { rows, nextCursor } = toPage(found, page.limit)
    return c.json({ success: true, data: rows, nextCursor })
  })
  // By the key that was returned when the mail was queued.
  .get('/by-key/:key', async (c) => {
    const delivery = await findByKey(c.get('db'), c.req.param('key'))
    if (!delivery) throw new Problem(404, 'There is no such mail.')
    return c.json({ success: true, data: delivery })
  })
  .post('/:id/retry', validate('param', idParam), async (c) => {
    const actor = await actorOf(c)
    await limitRate(c.env, `mail-retry:${actor.id}`, RETRIES_PER_ADMIN)
    await sendAgain(c.env, c.get('db'), c.req.valid('param').id, Date.now(), actor)
    return c.json({ success: true, message: 'Email Resent' })
  })
