import { Hono } from 'hono'
import { z } from 'zod'
import { deliverSchema, RESEND_IDS, resendSchema } from '#shared/recovery/contract.ts'
import { actorOf } from '../../http/actor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { adminOnly } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonIfAny, jsonOnly, validate } from '../../http/validate.ts'
import { deliverProduct } from './deliver-product.ts'
import { resendEmail } from './resend-email.ts'

const PER_ADMIN = { burst: 30, refillSeconds: 20 }

const resendId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, RESEND_IDS)
  .transform(Number)
const resendParam = z.object({ userId: resendId, productId: resendId })

/** The routes below /api/secure-management/recovery. */
export const deliveryRoutes = new Hono<AppEnv>()
  .use(adminOnly)
  .post('/deliver-product', jsonOnly, validate('json', deliverSchema), async (c) => {
    const admin = await actorOf(c)
    await limitRate(c.env, `deliver:${admin.id}`, PER_ADMIN)
    const done = await deliverProduct(coreDeps(c), admin, c.req.valid('json'), Date.now())
    return c.json({ success: true, message: done.message, data: done.delivered })
  })
  .post(
    '/resend-email/:userId/:productId',
    validate('param', resendParam),
    jsonIfAny,
    validate('json', resendSchema),
    async (c) => {
      const admin = await actorOf(c)
      await limitRate(c.env, `deliver:${admin.id}`, PER_ADMIN)
      const input = { ...c.req.valid('param'), email: c.req.valid('json').email ?? null }
      const { to, productName, ...data } = await resendEmail(coreDeps(c), admin, input, Date.now())
      return c.json({ success: true, message: `${productName} is on its way to ${to}.`, data })
    },
  )
