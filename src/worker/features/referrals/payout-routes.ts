import { Hono } from 'hono'
import { z } from 'zod'
import { PAYOUT_STATUSES, payoutPaidSchema } from '#shared/referrals/contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery } from '../../http/paging.ts'
import { adminOnly } from '../../http/permissions.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { payPayout } from './pay-payout.ts'
import { readPayout, readPayouts } from './read-payouts.ts'
import { runPayouts } from './run-payouts.ts'

const listQuery = pageQuery.extend({ status: z.enum(PAYOUT_STATUSES).default('open') })

/** Routes for the monthly payouts to affiliates, and for marking them as paid. */
export const payoutRoutes = new Hono<AppEnv>()
  .use(adminOnly)
  .get('/', validate('query', listQuery), async (c) => {
    const page = await readPayouts(c.get('db'), c.req.valid('query'), Date.now())
    return c.json({ success: true, ...page })
  })
  .get('/:id', validate('param', idParam), async (c) => {
    const data = await readPayout(c.get('db'), c.req.valid('param').id, Date.now())
    return c.json({ success: true, data })
  })
  .post('/run', async (c) => {
    const data = await runPayouts(c.get('db'), await actorOf(c), Date.now())
    return c.json({ success: true, message: `Payouts created for ${data.period}: ${data.created}`, data })
  })
  .post('/:id/paid', jsonOnly, validate('param', idParam), validate('json', payoutPaidSchema), async (c) => {
    const { id } = c.req.valid('param')
    const { reference } = c.req.valid('json')
    await payPayout(coreDeps(c), id, await actorOf(c), reference, Date.now())
    return c.json({ success: true, message: 'Payout marked as paid' })
  })
