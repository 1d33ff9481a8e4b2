import { Hono } from 'hono'
import { applyCouponSchema, validateCouponSchema } from '#shared/coupons/contract.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp, reservationNetwork } from '../../http/client-ip.ts'
import { signedIn, signedInByBatch } from '../../http/permissions.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireViewer, viewerBatch } from '../../http/session.ts'
import { coreDeps } from '../../http/shop-deps.ts'
import { jsonOnly, validate } from '../../http/validate.ts'
import { applyCoupon } from './apply-coupon.ts'
import { validateCoupon } from './validate-coupon.ts'

// Enough for typing errors. Trying all codes of the shortest length would still take two weeks. Accounts are free, so
// the network address is limited as well.
const GUESSES_PER_USER = { burst: 20, refillSeconds: 30 }
const GUESSES_PER_ADDRESS = { burst: 60, refillSeconds: 20 }

export const couponRoutes = new Hono<AppEnv>()
  .post('/validate', signedInByBatch, jsonOnly, validate('json', validateCouponSchema), async (c) => {
    const batch = viewerBatch(c, async ({ id }) => {
      const ip = clientIp(c)
      await limitRate(c.env, `coupon:${id}`, GUESSES_PER_USER)
      if (ip) await limitRate(c.env, `coupon:ip:${ip}`, GUESSES_PER_ADDRESS)
    })
    const input = { ...c.req.valid('json'), network: reservationNetwork(c) }
    const data = await validateCoupon(coreDeps(c), batch, input, Date.now())
    return c.json({ success: true, data, message: 'Coupon applied.' })
  })

  .post('/apply', signedIn, jsonOnly, validate('json', applyCouponSchema), async (c) => {
    const viewer = await requireViewer(c)
    const data = await applyCoupon(c.get('db'), viewer.id, c.req.valid('json'))
    return c.json({ success: true, data, message: 'Coupon applied to purchase' })
  })
