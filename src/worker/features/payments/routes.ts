import { Hono } from 'hono'
import { z } from 'zod'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { readBody } from '../../http/read-body.ts'
import { shopDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { requireViewer, signedIn } from '../../http/viewer.ts'
import { providerOf } from '../../providers/payment-providers.ts'
import { checkOwnPayment } from './check-payment.ts'
import { CRYPTO_PROVIDERS, createPaymentSchema } from './contract.ts'
import { createPayment } from './create-payment.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { toPaymentView } from './views.ts'

const MAX_EVENT_BYTES = 1024 * 1024
const CHECKOUTS_PER_USER = { burst: 30, refillSeconds: 20 }

export const paymentRoutes = new Hono<AppEnv>()
  .post('/create', signedIn, jsonOnly, validate('json', createPaymentSchema), async (c) => {
    const viewer = await requireViewer(c)
    await limitRate(c.env, `checkout:${viewer.id}`, CHECKOUTS_PER_USER)
    const data = await createPayment(shopDeps(c), viewer.id, c.req.valid('json'), Date.now())
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
    const found = await checkOwnPayment(shopDeps(c), viewer.id, key, Date.now())
    if (!found) throw new Problem(404, 'There is no such payment.')
    return c.json({ success: true, data: toPaymentView(found) })
  })

export const webhookRoutes = new Hono<AppEnv>().post(
  '/:provider',
  validate('param', z.object({ provider: z.enum(['stripe', ...CRYPTO_PROVIDERS]) })),
  async (c) => {
    const deps = shopDeps(c)
    const provider = providerOf(deps.providers, c.req.valid('param').provider)
    if (!provider) throw new Problem(404, 'Nobody sends events here.')
    const rawBody = await readBody(c, MAX_EVENT_BYTES)
    const outcome = await receiveWebhook(deps, provider, rawBody, c.req.raw.headers, Date.now())
    return c.json({ success: true, message: outcome })
  },
)
