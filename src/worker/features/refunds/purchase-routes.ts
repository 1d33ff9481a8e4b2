import { Hono } from 'hono'
import { askRefundSchema } from '#shared/refunds/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { pageQuery, toPage } from '../../http/paging.ts'
import { signedIn } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer, viewerBatch } from '../../http/session.ts'
import { shopDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { askRefund } from './ask-refund.ts'
import { purchasesOf } from './store.ts'
import { toPurchase } from './views.ts'

/** Limited because each refund calls the provider. */
const REFUNDS_PER_USER = { burst: 10, refillSeconds: 60 }

export const purchaseRoutes = new Hono<AppEnv>()
  .get('/', validate('query', pageQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query')
    const now = Date.now()
    const page = { before: cursor ?? Number.MAX_SAFE_INTEGER, rows: limit + 1, now }
    const { results } = await viewerBatch(c)(purchasesOf(page))
    const [viewer, [found]] = [await requireViewer(c), results]
    const { rows, nextCursor } = toPage(
      found.map((row) => toPurchase(row, viewer, now)),
      limit,
    )
    return c.json({ success: true, data: rows, nextCursor })
  })

  .post(
    '/:id/refund',
    signedIn,
    validate('param', idParam),
    jsonOnly,
    validate('json', askRefundSchema),
    async (c) => {
      const viewer = await requireViewer(c)
      await limitRate(c.env, `refund:${viewer.id}`, REFUNDS_PER_USER)
      const { reason } = c.req.valid('json')
      const data = await askRefund(shopDeps(c), viewer, c.req.valid('param').id, reason || null, Date.now())
      return c.json({ success: true, data })
    },
  )
