import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { cancelSchema } from '#shared/orders/contract.ts'
import { SUBSCRIPTION_STATUSES } from '#shared/subscriptions/contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery } from '../../http/paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { shopDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { changeSubscription } from './change-subscription.ts'
import { listSubscriptions, readSubscription } from './list-subscriptions.ts'
import { cursorField } from './order-cursor.ts'

/** Limited because each change calls the provider. */
const CHANGES_PER_ADMIN = { burst: 30, refillSeconds: 10 }

const listQuery = pageQuery.extend({
  cursor: cursorField,
  status: z.enum(SUBSCRIPTION_STATUSES).optional(),
  /** The account whose subscriptions are listed. */
  user: z.coerce.number().int().positive().optional(),
})
const paymentsQuery = pageQuery.extend({ cursor: cursorField })

/** The routes below /api/secure-management/subscriptions. */
export const subscriptionManagement = new Hono<AppEnv>()
  .use(adminOnly)
  .get('/', validate('query', listQuery), async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query')
    const { rows, nextCursor } = await listSubscriptions(c.get('db'), filter, { limit, cursor })
    return c.json({ success: true, data: rows, nextCursor })
  })

  // The cursor belongs to the list of the subscription's payments.
  .get('/:id', validate('param', idParam), validate('query', paymentsQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query')
    const { id } = c.req.valid('param')
    const found = await readSubscription(c.get('db'), id, { limit, cursor }, c.get('config'))
    return c.json({ success: true, ...found })
  })

  .post('/:id/cancel', validate('param', idParam), jsonOnly, validate('json', cancelSchema), async (c) => {
    const { atPeriodEnd } = c.req.valid('json')
    await change(c, c.req.valid('param').id, atPeriodEnd ? 'cancel' : 'end')
    return c.json({ success: true, message: 'Subscription cancelled' })
  })

  .post('/:id/resume', validate('param', idParam), async (c) => {
    await change(c, c.req.valid('param').id, 'resume')
    return c.json({ success: true, message: 'Subscription resumed' })
  })

async function change(c: Context<AppEnv>, id: number, input: 'cancel' | 'end' | 'resume') {
  const actor = await actorOf(c)
  await limitRate(c.env, `admin-renewal:${actor.id}`, CHANGES_PER_ADMIN)
  await changeSubscription(shopDeps(c), actor, id, input, Date.now())
}
