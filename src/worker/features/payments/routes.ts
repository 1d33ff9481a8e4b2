import { type Context, Hono } from 'hono'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { pageQuery, toPage } from '../../http/paging.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { readBody } from '../../http/read-body.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { requireViewer, signedIn } from '../../http/viewer.ts'
import { outsideFetch } from '../../providers/outside.ts'
import { stripeProvider } from '../../providers/stripe.ts'
import { checkOwnPayment } from './check-payment.ts'
import { createPaymentSchema } from './contract.ts'
import { createPayment } from './create-payment.ts'
import { receiveWebhook } from './receive-webhook.ts'
import type { Deps } from './settle-payment.ts'
import { listPurchases } from './store.ts'
import { toPaymentView, toPurchase } from './views.ts'

const MAX_EVENT_BYTES = 1024 * 1024
const CHECKOUTS_PER_USER = { burst: 30, refillSeconds: 20 }

const depsOf = (c: Context<AppEnv>): Deps => ({
  env: c.env,
  db: c.get('db'),
  provider: stripeProvider(c.get('config'), outsideFetch(c.env)),
  supportEmail: c.get('config').supportEmail,
  later: (work) => c.executionCtx.waitUntil(work),
})

export const paymentRoutes = new Hono<AppEnv>()
  .post('/create', signedIn, jsonOnly, validate('json', createPaymentSchema), async (c) => {
    const viewer = await requireViewer(c)
    await limitRate(c.env, `checkout:${viewer.id}`, CHECKOUTS_PER_USER)
    const deps = { ...depsOf(c), publicUrl: c.get('config').publicUrl }
    const data = await createPayment(deps, viewer.id, c.req.valid('json'), Date.now())
    return c.json({ success: true, data }, 201)
  })

  .get('/links', (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    return c.json({ success: true, data: c.get('config').paymentLinks })
  })

  // By our id or the provider's checkout id; asks the provider while the payment is open.
  .get('/:id', async (c) => {
    const viewer = await requireViewer(c)
    const reference = c.req.param('id')
    const key = /^\d{1,15}$/.test(reference) ? Number(reference) : reference
    const found = await checkOwnPayment(depsOf(c), viewer.id, key, Date.now())
    if (!found) throw new Problem(404, 'There is no such payment.')
    return c.json({ success: true, data: toPaymentView(found) })
  })

export const purchaseRoutes = new Hono<AppEnv>().get('/', validate('query', pageQuery), async (c) => {
  const viewer = await requireViewer(c)
  const { limit, cursor } = c.req.valid('query')
  const found = await listPurchases(c.get('db'), viewer.id, { limit, cursor })
  const { rows, nextCursor } = toPage(
    found.map((row) => ({ ...row, id: row.payment.id })),
    limit,
  )
  return c.json({ success: true, data: rows.map((row) => toPurchase(row, viewer)), nextCursor })
})

export const webhookRoutes = new Hono<AppEnv>().post('/stripe', async (c) => {
  const outcome = await receiveWebhook(
    depsOf(c),
    await readBody(c, MAX_EVENT_BYTES),
    c.req.raw.headers,
    Date.now(),
  )
  return c.json({ success: true, message: outcome })
})
