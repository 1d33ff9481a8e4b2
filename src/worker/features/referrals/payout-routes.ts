import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery } from '../../http/paging.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { adminOnly, requireViewer } from '../../http/viewer.ts'
import { payDebts } from '../notifications/pay-debts.ts'
import { PAYOUT_STATUSES, payoutPaidSchema } from './contract.ts'
import { payPayout } from './pay-payout.ts'
import { runPayouts } from './run-payouts.ts'
import { listPayouts } from './store.ts'
import { toPayout } from './views.ts'

const listQuery = pageQuery.extend({ status: z.enum(PAYOUT_STATUSES).default('open') })

const actorOf = async (c: Context<AppEnv>) => ({ id: (await requireViewer(c)).id, ip: clientIp(c) })

/** What affiliates are owed for a month, and that it was paid. */
export const payoutRoutes = new Hono<AppEnv>()
  .use(adminOnly)
  .get('/', validate('query', listQuery), async (c) => {
    const { status, ...page } = c.req.valid('query')
    const found = await listPayouts(c.get('db'), status, page)
    const data = found.slice(0, page.limit).map(toPayout)
    const nextCursor = found.length > page.limit ? (data.at(-1)?.id ?? null) : null
    return c.json({ success: true, data, nextCursor })
  })
  .post('/run', async (c) => {
    const data = await runPayouts(c.get('db'), await actorOf(c), Date.now())
    return c.json({ success: true, message: `${data.created} payouts made for ${data.period}`, data })
  })
  .post('/:id/paid', jsonOnly, validate('param', idParam), validate('json', payoutPaidSchema), async (c) => {
    const { id } = c.req.valid('param')
    const { reference } = c.req.valid('json')
    payDebts(c, await payPayout(c.get('db'), id, await actorOf(c), reference, Date.now()))
    return c.json({ success: true, message: 'Payout marked as paid' })
  })
