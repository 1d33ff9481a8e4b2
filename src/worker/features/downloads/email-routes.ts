import { Hono } from 'hono'
import { emailProductSchema } from '#shared/downloads/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { idParam } from '../../http/id-param.ts'
import { signedIn } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { emailProduct } from './email-product.ts'
import { limitRecipient } from './limits.ts'

const PER_SENDER = { burst: 10, refillSeconds: 300 }

export const emailProductRoutes = new Hono<AppEnv>().post(
  '/product/:id',
  signedIn,
  jsonOnly,
  validate('param', idParam),
  validate('json', emailProductSchema),
  async (c) => {
    const viewer = await requireViewer(c)
    const input = { productId: c.req.valid('param').id, to: c.req.valid('json').email }
    await limitRate(c.env, `email-product:user:${viewer.id}`, PER_SENDER)
    await limitRecipient(c.env, input.to)
    const { productName, downloadLink } = await emailProduct(coreDeps(c), viewer, input, Date.now())
    return c.json({ success: true, message: `${productName} is on its way to ${input.to}.`, downloadLink })
  },
)
